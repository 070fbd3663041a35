import { quantityOf } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import {
  type AssetProduct,
  createAssetExchange,
  type Holding,
  type HoldingFacts,
  holdingKey,
  type Position,
  type PositionLock,
  type Settlement,
  type SideFlow,
  type SideInstrument,
} from '../../domain/index.ts'
import { addLocks, findLocks, findPositions, savePositions } from '../rows/trading-store.ts'

/** What a batch made of a holding's facts. Where several holdings share their facts, any one of them is named. */
export interface FactsChange<Facts> {
  readonly holding: Holding
  readonly before: Facts
  readonly after: Facts
}

/** A product as the desk trades it: what its orders move, and how what it remembers is read and written. */
export interface DeskProduct<Facts = unknown> extends Settlement<Facts> {
  /**
   * Reads facts, by `factsKey`, for every key of these holdings: also of those that never had any. In as few statements
   * as it has tables; inside the batch's transaction.
   */
  read(db: Db, holdings: readonly Holding[], now: number): Promise<ReadonlyMap<string, Facts>>
  /** Writes changed facts in the batch's transaction: one set-based statement a table, and whatever outbox follows. */
  save(tx: Tx, changes: readonly FactsChange<Facts>[], now: number): Promise<void>
  /** Told after the commit, in the order of the batches. For what is kept in memory beside the tables. */
  committed?(changes: readonly FactsChange<Facts>[]): void
  /**
   * What all customers did with these instruments, by day, where fills do not say it all: contracts are handed over without
   * one, and are paid funding. Fills are read where it is left out.
   */
  marketSide?(db: Db, instruments: readonly SideInstrument[]): Promise<readonly SideFlow[]>
}

/** Stocks or coins: positions at average cost, and locks on what was bought. */
export function exchangeProduct(product: AssetProduct): DeskProduct<HoldingFacts> {
  return {
    ...createAssetExchange(product),
    read: async (db, holdings, now) => {
      const [positions, locks] = await Promise.all([findPositions(db, holdings), findLocks(db, holdings, now)])
      const positionOf = new Map(positions.map((row) => [holdingKey(row), row]))
      const locksOf = Map.groupBy(locks, holdingKey)
      return new Map(
        holdings.map((holding): [string, HoldingFacts] => {
          const key = holdingKey(holding)
          return [key, { position: positionOf.get(key), locks: locksOf.get(key) ?? [] }]
        }),
      )
    },
    save: async (tx, changes) => {
      await Promise.all([savePositions(tx, changes.flatMap(positionOf)), addLocks(tx, changes.flatMap(addedLocks))])
    },
  }
}

function positionOf({ after }: FactsChange<HoldingFacts>): readonly Position[] {
  return after.position === undefined ? [] : [after.position]
}

/** What was locked in addition, by instant. */
function addedLocks({ before, after }: FactsChange<HoldingFacts>): readonly PositionLock[] {
  if (before.locks === after.locks) return []
  const known = new Map(before.locks.map((lock) => [lock.sellableAt, lock]))
  return after.locks.flatMap((lock) => {
    const had = known.get(lock.sellableAt)
    if (had === undefined) return [lock]
    return had.quantity === lock.quantity ? [] : [{ ...lock, quantity: quantityOf(lock.quantity - had.quantity) }]
  })
}
