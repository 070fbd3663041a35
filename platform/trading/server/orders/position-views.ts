import { type Id, type Instant, type Money, plusDays, quantityOf, tradeDate, wallTime } from '@bolsillo/kernel'
import type { Ledger } from '@bolsillo/ledger/server'
import type { Db } from '@bolsillo/server-kit'
import { type MarketFacts, type Position, productOf } from '../../domain/index.ts'
import { assetAccount } from '../../domain/trade-transfers.ts'
import { findLocksOf, findPositionsOf, findSettlingSales, findUnsettled } from '../rows/queries-store.ts'
import type { PositionView, Trading } from '../trading.ts'

/** A customer's positions with what may be done with them: sellable, held, locked and unsettled, four separate facts. */
export async function positionViews(
  world: { readonly ledger: Ledger; readonly facts: MarketFacts },
  db: Db,
  customerId: Id<'cus'>,
  options: Parameters<Trading['positions']>[2],
): Promise<readonly PositionView[]> {
  const { ledger, facts } = world
  const found = await findPositionsOf(db, customerId, options)
  const isAsked = ({ instrumentId }: Position): boolean => {
    const instrument = facts.instrumentOf(instrumentId)
    return options.product === undefined || (instrument !== undefined && productOf(instrument) === options.product)
  }
  const positions = found.filter(isAsked)
  const instruments = positions.flatMap(({ instrumentId }) => facts.instrumentOf(instrumentId) ?? [])
  const [locks, unsettled, balances] = await Promise.all([
    findLocksOf(db, customerId, options.at),
    findUnsettled(db, customerId, todays(facts, positions, options.at)),
    ledger.balances(
      db,
      instruments.map((instrument) => assetAccount(customerId, instrument)),
    ),
  ])
  return positions.map((position): PositionView => {
    const instrument = facts.instrumentOf(position.instrumentId)
    const held = instrument === undefined ? 0n : (balances.get(assetAccount(customerId, instrument))?.held ?? 0n)
    const own = locks.filter(({ instrumentId }) => instrumentId === position.instrumentId)
    const locked = own.reduce((sum, { quantity }) => sum + quantity, 0n)
    const free = position.quantity - held - locked
    return {
      ...position,
      sellable: quantityOf(free > 0n ? free : 0n),
      held: quantityOf(held),
      locked: quantityOf(locked),
      locks: own,
      unsettled: quantityOf(unsettled.get(position.instrumentId) ?? 0n),
    }
  })
}

/** What sales brought that settles on a later day of their instrument's calendar, summed by currency and day. */
export async function settlingSales(
  { facts }: { readonly facts: MarketFacts },
  db: Db,
  customerId: Id<'cus'>,
  at: Instant,
): Promise<readonly { readonly amount: Money; readonly on: string }[]> {
  // No calendar is further behind than the day before in UTC.
  const earliest = plusDays(tradeDate(wallTime(at, 'UTC').date), -1)
  const sums = new Map<string, { amount: Money; on: string }>()
  for (const { instrumentId, currency, scale, on, net } of await findSettlingSales(db, customerId, earliest)) {
    if (on <= facts.tradeDateOf(instrumentId, at)) continue
    const key = `${on} ${currency}`
    const minor = (sums.get(key)?.amount.minor ?? 0n) + net
    sums.set(key, { amount: { minor, asset: { code: currency, scale } }, on })
  }
  return [...sums.values()]
}

function todays(facts: MarketFacts, positions: readonly { readonly instrumentId: string }[], at: Instant) {
  return positions.map(({ instrumentId }) => ({ instrumentId, today: facts.tradeDateOf(instrumentId, at) }))
}
