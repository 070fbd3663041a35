import { crc32 } from 'node:zlib'
import { type Instant, type Price, powerOfTen, priceOf, type Quantity, quantityOf } from '@bolsillo/kernel'
import type { OrderSide } from '@bolsillo/trading/domain'
import type { BookNews, Protocol } from '../protocols/protocol.ts'
import { unitsOf } from '../reading/decimals.ts'
import { attempt, Malformed } from '../reading/fields.ts'
import type { ServedMarket } from '../served-markets.ts'
import { type BookSide, createBookSide } from './book-side.ts'

/** Why a book may not be the exchange's. */
export type BookDoubt =
  /** No whole book yet since the connection opened. */
  | 'no-book'
  /** A change is missing between two received ones. */
  | 'gap'
  /** Bids at or above asks: no market that matches has such a book. */
  | 'crossed'
  /** The exchange's sum of the book is not ours. */
  | 'checksum'
  /** A second snapshot differed from our book at the same number. */
  | 'ghosts'
  /** The price moved so far that the levels of the last snapshot no longer reach far enough. */
  | 'thin'
  /** A message about it could not be read. */
  | 'malformed'

export type BookChange = readonly [side: OrderSide, price: Price, quantity: Quantity]

/** The result of one message. */
export interface BookOutcome {
  /** The changes to publish; with `reset` they are the whole book. Never present while the book is in doubt. */
  readonly told?: { readonly changes: readonly BookChange[]; readonly reset: boolean }
  /** A whole book is needed. */
  readonly needsWhole?: true
  readonly counted?: CountedNews
}

/** What happened to news that changed nothing, and other things worth counting. */
type CountedNews = BookDoubt | 'duplicate' | 'reordered' | 'too-old' | 'verified' | 'before-whole'

/**
 * Keeps one book equal to its exchange's, or in doubt. Changes are taken in the order of their numbers; one that
 * comes early waits, for a bounded time and number, while the book is in doubt; if a change never comes, a new
 * snapshot is requested. It replaces the whole book, so no stale level survives. No effects besides its own state.
 */
export interface BookKeeper {
  readonly onNews: (news: BookNews, now: Instant) => BookOutcome
  /** A message that could not be read: the book may have changed in an unknown way. */
  readonly onMalformed: () => BookOutcome
  /** The connection is lost: the book is unknown until the next snapshot. */
  readonly onDisconnect: () => void
  /** Gives up on a missing change that has not come in time. */
  readonly onTime: (now: Instant) => BookOutcome
  readonly doubt: () => BookDoubt | undefined
  /** Whether it can continue from the levels it has; otherwise it needs a snapshot. */
  readonly hasBook: () => boolean
  /** All of it, best first, bids before asks. */
  readonly levels: () => readonly BookChange[]
  /** The exchange's number of the last change in it; 0 where it counts none. */
  readonly number: () => number
}

/** Changes that wait for an earlier one: more of them, or longer, and a whole book is asked for. */
export const heldMax = 64
export const heldMaxMs = 1_000
/** Changes kept until a whole book comes; the oldest go first, and a whole book older than the rest is then refused. */
const waitingMax = 2_000
/** A book with less than a tenth of its snapshot's levels left is requested again. */
const thinPart = 10
/** After this many snapshots in a row that are older than the book, the exchange has restarted its numbers. */
const tooOldMax = 5

interface Changes {
  readonly first: number
  readonly last: number
  readonly previous: number | undefined
  readonly changes: readonly BookChange[]
}

/** A keeper of the book of one market, which has none yet. */
export function createBookKeeper(market: ServedMarket, protocol: Protocol): BookKeeper {
  const sides = { buy: createBookSide('buy'), sell: createBookSide('sell') }
  /** The worst price of the last snapshot, if its depth may have cut it off: levels beyond it are unknown. */
  const edges: { buy: Price | undefined; sell: Price | undefined } = { buy: undefined, sell: undefined }
  let doubt: BookDoubt | undefined = 'no-book'
  let isLive = false
  let number = 0
  let tooOld = 0
  let held: Changes[] = []
  let heldSince: Instant | undefined

  const levels = (): readonly BookChange[] =>
    (['buy', 'sell'] as const).flatMap((side) =>
      sides[side].top(Number.POSITIVE_INFINITY).map(([price, quantity]): BookChange => [side, price, quantity]),
    )

  const lose = (reason: BookDoubt): BookOutcome => {
    doubt = reason
    isLive = false
    heldSince = undefined
    return { needsWhole: true, counted: reason }
  }

  const isBeyondEdge = (side: OrderSide, price: Price): boolean => {
    const edge = edges[side]
    return edge !== undefined && (side === 'buy' ? price < edge : price > edge)
  }

  const isCrossed = (): boolean => {
    const [bid, ask] = [sides.buy.best(), sides.sell.best()]
    return bid !== undefined && ask !== undefined && bid >= ask
  }

  const isThin = (): boolean =>
    (['buy', 'sell'] as const).some(
      (side) => edges[side] !== undefined && sides[side].size() < protocol.depth / thinPart,
    )

  /** Changes the sides and gives what really changed. */
  const apply = (changes: readonly BookChange[]): readonly BookChange[] => {
    const told: BookChange[] = []
    for (const change of changes) {
      const [side, price, quantity] = change
      if (!isBeyondEdge(side, price) && sides[side].set(price, quantity)) told.push(change)
    }
    if (protocol.cutsToDepth) {
      for (const side of ['buy', 'sell'] as const) {
        for (const price of sides[side].cut(protocol.depth)) told.push([side, price, quantityOf(0n)])
      }
    }
    return told
  }

  /** What is wrong with the current book. */
  const wrongNow = (checksum: number | undefined): BookDoubt | undefined => {
    if (checksum !== undefined && bookChecksum(sides.buy, sides.sell, market) !== checksum) return 'checksum'
    return isCrossed() ? 'crossed' : undefined
  }

  /** Takes what waits as far as it follows on. */
  const takeHeld = (): readonly BookChange[] => {
    const told: BookChange[] = []
    held.sort((a, b) => a.first - b.first || a.last - b.last)
    while (held[0] !== undefined && (held[0].last <= number || follows(held[0]))) {
      const next = held.shift() as Changes
      if (next.last <= number) continue
      told.push(...apply(next.changes))
      number = next.last
    }
    return told
  }

  const follows = ({ first, previous }: Changes): boolean =>
    previous === undefined ? first <= number + 1 : previous <= number

  const onNumbered = (news: Changes, now: Instant): BookOutcome => {
    if (!isLive) {
      held.push(news)
      if (held.length > waitingMax) held.shift()
      return { counted: 'before-whole' }
    }
    if (news.last <= number) return { counted: 'duplicate' }
    held.push(news)
    const told = takeHeld()
    if (held.length > heldMax) return lose('gap')
    if (held.length > 0) {
      // The changes taken so far are published with the rest, once none is missing.
      heldSince ??= now
      const isNew = doubt === undefined
      doubt = 'gap'
      return isNew ? { counted: 'reordered' } : {}
    }
    const wasWaiting = doubt === 'gap'
    heldSince = undefined
    doubt = undefined
    return verdict(wasWaiting ? levels() : told, wasWaiting, undefined)
  }

  /** The changes to publish, unless they make an impossible book. */
  const verdict = (changes: readonly BookChange[], reset: boolean, checksum: number | undefined): BookOutcome => {
    const wrong = wrongNow(checksum) ?? (isThin() ? 'thin' : undefined)
    return wrong === undefined ? { told: { changes, reset } } : lose(wrong)
  }

  const setWhole = (whole: readonly BookChange[]): void => {
    for (const side of ['buy', 'sell'] as const) {
      sides[side].clear()
      edges[side] = undefined
    }
    apply(whole)
    if (protocol.cutsToDepth) return
    for (const side of ['buy', 'sell'] as const) {
      if (sides[side].size() >= protocol.depth) edges[side] = sides[side].worst()
    }
  }

  /** A snapshot without a number: the stream sends it in order. */
  const onToldWhole = (whole: readonly BookChange[], checksum: number | undefined): BookOutcome => {
    setWhole(whole)
    const wrong = wrongNow(checksum)
    if (wrong !== undefined) return lose(wrong)
    isLive = true
    doubt = undefined
    return { told: { changes: levels(), reset: true } }
  }

  const isSame = (whole: readonly BookChange[]): boolean => {
    const own = levels()
    if (own.length !== whole.length) return false
    const told = new Map(whole.map(([side, price, quantity]) => [`${side}${price}`, quantity]))
    return own.every(([side, price, quantity]) => told.get(`${side}${price}`) === quantity)
  }

  const onNumberedWhole = (last: number, whole: readonly BookChange[], now: Instant): BookOutcome => {
    const next = held.filter((changes) => changes.last > last).sort((a, b) => a.first - b.first)[0]
    const leavesGap = next !== undefined && (next.previous === undefined ? next.first > last + 1 : next.previous > last)
    if (isLive && last < number) return { counted: 'too-old' }
    if (!isLive && (last < number || leavesGap)) {
      tooOld += 1
      // Otherwise an exchange that restarts its numbers would be too old for ever.
      if (tooOld >= tooOldMax && last < number) number = 0
      return { counted: 'too-old', needsWhole: true }
    }
    const isUnchanged = isLive && last === number
    // Levels beyond the edge were left out of ours on purpose, so only a whole book of one extent can be compared.
    if (isUnchanged && doubt === undefined && isSame(whole)) return { counted: 'verified' }
    const isGhostly = isUnchanged && doubt === undefined && edges.buy === undefined && edges.sell === undefined
    tooOld = 0
    setWhole(whole)
    number = last
    isLive = true
    takeHeld()
    if (held.length > 0) {
      doubt = 'gap'
      heldSince ??= now
      return {}
    }
    heldSince = undefined
    doubt = undefined
    const wrong = wrongNow(undefined)
    if (wrong !== undefined) return lose(wrong)
    return { told: { changes: levels(), reset: true }, ...(isGhostly ? { counted: 'ghosts' as const } : {}) }
  }

  const onUnnumbered = (changes: readonly BookChange[], checksum: number | undefined): BookOutcome => {
    if (!isLive) return { counted: 'before-whole' }
    return verdict(apply(changes), false, checksum)
  }

  const inUnits = (news: BookNews): readonly BookChange[] => {
    const { priceScale, quantityScale } = market.instrument.scale
    return news.levels.map(([side, price, quantity]): BookChange => {
      const units = unitsOf(price, priceScale, 'price')
      if (units === 0n) throw new Malformed('price is 0')
      return [side, priceOf(units), quantityOf(unitsOf(quantity, quantityScale, 'quantity'))]
    })
  }

  const onMalformed = (): BookOutcome => lose('malformed')

  return {
    onNews: (news, now) => {
      // All of it is read before any of it is taken.
      const read = attempt(() => inUnits(news))
      if ('refused' in read) return onMalformed()
      const { first, last, previous, whole, checksum } = news
      if (whole) {
        return last === undefined ? onToldWhole(read.value, checksum) : onNumberedWhole(last, read.value, now)
      }
      if (first === undefined || last === undefined) return onUnnumbered(read.value, checksum)
      return onNumbered({ first, last, previous, changes: read.value }, now)
    },
    onMalformed,
    onDisconnect: () => {
      doubt = 'no-book'
      isLive = false
      held = []
      heldSince = undefined
    },
    onTime: (now) => {
      if (!isLive || heldSince === undefined || now - heldSince < heldMaxMs) return {}
      heldSince = undefined
      return lose('gap')
    },
    doubt: () => doubt,
    hasBook: () => isLive,
    levels,
    number: () => number,
  }
}

const levelsSummed = 10

/**
 * The CRC-32 of the ten best asks, then the ten best bids, each as price and quantity without point and leading zeros
 * (Kraken, "Book checksum, WebSocket v2"). Undefined when a level has more decimals than the exchange declared.
 */
function bookChecksum(bids: BookSide, asks: BookSide, market: ServedMarket): number | undefined {
  const { priceScale, quantityScale } = market.instrument.scale
  const priceStep = powerOfTen(priceScale - market.priceDecimals)
  const quantityStep = powerOfTen(quantityScale - market.quantityDecimals)
  let text = ''
  for (const side of [asks, bids]) {
    for (const [price, quantity] of side.top(levelsSummed)) {
      if (price % priceStep !== 0n || quantity % quantityStep !== 0n) return undefined
      // A whole number of smallest steps, written plainly, is what is left without point and leading zeros.
      text += `${price / priceStep}${quantity / quantityStep}`
    }
  }
  return crc32(text)
}
