import { type Instant, type Price, priceOf, type Quantity, quantityOf } from '@bolsillo/kernel'
import type { OrderSide } from '@bolsillo/trading/domain'
import type { TextTrade } from '../protocols/protocol.ts'
import { unitsOf } from '../reading/decimals.ts'
import { Malformed } from '../reading/fields.ts'
import type { ServedMarket } from '../served-markets.ts'

/** One print in our units. `id` is the exchange's number of it. */
export interface TapeTrade {
  readonly id: number
  readonly price: Price
  readonly quantity: Quantity
  readonly side: OrderSide
  readonly at: Instant
}

/** The result of a message with prints. */
export interface TapeOutcome {
  /** In the order of their numbers, each once. */
  readonly told: readonly TapeTrade[]
  readonly duplicates: number
  /** Prints that never came although later ones did. */
  readonly missing: number
  /** Some are missing: the exchange's list of the latest may have them. */
  readonly needsList: boolean
}

/** The tape of one market: every print once, in the order of the exchange's numbers. */
export interface TradeTape {
  /**
   * `from`: live prints, or the exchange's list of its latest. A tape that has published nothing yet waits for a
   * list, to begin with the earliest print available.
   * @throws Malformed: nothing of these prints is taken then
   */
  readonly onTrades: (trades: readonly TextTrade[], from: 'stream' | 'list', now: Instant) => TapeOutcome
  readonly onTime: (now: Instant) => TapeOutcome
}

/** Limits of prints that wait for an earlier one. Beyond them they are published without it. */
const tapeHeldMax = 512
const tapeHeldMaxMs = 3_000
/** A print dated ahead of our clock by at most this gets our time; one further ahead is refused. */
const aheadMaxMs = 60_000

/**
 * A tape that continues after the print `toldTo`, the last one an earlier process published; undefined: begins with
 * the first it receives.
 */
export function createTradeTape(market: ServedMarket, toldTo: number | undefined): TradeTape {
  let lastId = toldTo
  const held = new Map<number, TapeTrade>()
  let heldSince: Instant | undefined

  /** Takes the held prints that follow the last published one without a gap. */
  const takeFollowing = (): readonly TapeTrade[] => {
    const told: TapeTrade[] = []
    for (;;) {
      const next = lastId === undefined ? undefined : held.get(lastId + 1)
      if (next === undefined) return told
      held.delete(next.id)
      lastId = next.id
      told.push(next)
    }
  }

  /** Publishes all held prints and counts the numbers that never came. */
  const giveUp = (): TapeOutcome => {
    const waiting = [...held.values()].sort((a, b) => a.id - b.id)
    const from = lastId ?? (waiting[0]?.id ?? 1) - 1
    held.clear()
    heldSince = undefined
    lastId = waiting.at(-1)?.id ?? lastId
    return { told: waiting, duplicates: 0, missing: (lastId ?? from) - from - waiting.length, needsList: false }
  }

  return {
    onTrades: (trades, from, now) => {
      const read = trades.map((trade) => inUnits(market, trade, now))
      let duplicates = 0
      for (const trade of read) {
        if (trade.id <= (lastId ?? -1) || held.has(trade.id)) duplicates += 1
        else held.set(trade.id, trade)
      }
      if (lastId === undefined && from === 'list' && held.size > 0) lastId = Math.min(...held.keys()) - 1
      const told = takeFollowing()
      if (held.size > tapeHeldMax) {
        const rest = giveUp()
        return { ...rest, told: [...told, ...rest.told], duplicates }
      }
      const needsList = lastId !== undefined && held.size > 0 && heldSince === undefined
      heldSince = held.size === 0 ? undefined : (heldSince ?? now)
      return { told, duplicates, missing: 0, needsList }
    },
    onTime: (now) => {
      if (heldSince !== undefined && now - heldSince >= tapeHeldMaxMs) return giveUp()
      return { told: [], duplicates: 0, missing: 0, needsList: false }
    },
  }
}

/** A print in our units. @throws Malformed */
function inUnits(market: ServedMarket, { id, price, quantity, side, at }: TextTrade, now: Instant): TapeTrade {
  const { priceScale, quantityScale } = market.instrument.scale
  const trade = {
    id,
    price: priceOf(unitsOf(price, priceScale, 'price')),
    quantity: quantityOf(unitsOf(quantity, quantityScale, 'quantity')),
    side,
    at: at > now ? now : at,
  }
  if (trade.price === 0n || trade.quantity === 0n) throw new Malformed('a print of nothing')
  if (at - now > aheadMaxMs) throw new Malformed('a print of the future')
  return trade
}
