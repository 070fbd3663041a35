import { type Id, type Instant, quantityOf } from '@bolsillo/kernel'
import type { Ledger } from '@bolsillo/ledger/server'
import type { Db } from '@bolsillo/server-kit'
import type { MarketFacts } from '../domain/index.ts'
import { shareAccount } from '../domain/trade-transfers.ts'
import { findLocksOf, findPositionsOf, findUnsettled } from './queries-store.ts'
import type { PositionView, Trading } from './trading.ts'

/** A customer's positions with what may be done with them: sellable, held, locked and unsettled, four separate facts. */
export async function positionViews(
  world: { readonly ledger: Ledger; readonly facts: MarketFacts },
  db: Db,
  customerId: Id<'cus'>,
  options: Parameters<Trading['positions']>[2],
): Promise<readonly PositionView[]> {
  const { ledger, facts } = world
  const positions = await findPositionsOf(db, customerId, options)
  const instruments = positions.flatMap(({ instrumentId }) => facts.instrumentOf(instrumentId) ?? [])
  const [locks, unsettled, balances] = await Promise.all([
    findLocksOf(db, customerId, options.at),
    findUnsettled(db, customerId, todays(facts, positions, options.at)),
    ledger.balances(
      db,
      instruments.map((instrument) => shareAccount(customerId, instrument)),
    ),
  ])
  return positions.map((position): PositionView => {
    const instrument = facts.instrumentOf(position.instrumentId)
    const held = instrument === undefined ? 0n : (balances.get(shareAccount(customerId, instrument))?.held ?? 0n)
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

function todays(facts: MarketFacts, positions: readonly { readonly instrumentId: string }[], at: Instant) {
  return positions.map(({ instrumentId }) => ({ instrumentId, today: facts.tradeDateOf(instrumentId, at) }))
}
