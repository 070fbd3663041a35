import type { Instant } from '@bolsillo/kernel'
import type { Db } from '@bolsillo/server-kit'
import { type DeskState, type HoldingFacts, holdingKey } from './desk-state.ts'
import { findLocks, findPositions, type Holding } from './trading-store.ts'

/** These holdings: what the desk remembers of them, the rest read from PostgreSQL. */
export async function readHoldings(
  db: Db,
  state: DeskState,
  holdings: readonly Holding[],
  now: Instant,
): Promise<ReadonlyMap<string, HoldingFacts>> {
  const known = new Map<string, HoldingFacts>()
  const unknown: Holding[] = []
  for (const holding of holdings) {
    const key = holdingKey(holding)
    const facts = state.holding(key)
    if (facts === undefined) unknown.push(holding)
    else known.set(key, facts)
  }
  if (unknown.length === 0) return known
  const [positions, locks] = await Promise.all([findPositions(db, unknown), findLocks(db, unknown, now)])
  const positionOf = new Map(positions.map((row) => [holdingKey(row), row]))
  const locksOf = Map.groupBy(locks, holdingKey)
  for (const holding of unknown) {
    const key = holdingKey(holding)
    known.set(key, { position: positionOf.get(key), locks: locksOf.get(key) ?? [] })
  }
  return known
}
