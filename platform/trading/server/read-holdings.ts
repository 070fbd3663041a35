import type { Instant } from '@bolsillo/kernel'
import type { Db } from '@bolsillo/server-kit'
import type { Holding } from '../domain/index.ts'
import type { DeskProduct } from './desk/desk-product.ts'
import type { DeskState } from './desk/desk-state.ts'

/** A holding whose facts a batch may need, with the product that knows what they are. */
export interface ScopedHolding {
  readonly holding: Holding
  readonly product: DeskProduct
}

/** The facts of these holdings, by key: what the desk remembers of them, the rest read from PostgreSQL. */
export async function readHoldings(
  db: Db,
  state: DeskState,
  holdings: ReadonlyMap<string, ScopedHolding>,
  now: Instant,
): Promise<ReadonlyMap<string, unknown>> {
  const known = new Map<string, unknown>()
  const unknown = new Map<DeskProduct, Holding[]>()
  for (const [key, { holding, product }] of holdings) {
    const facts = state.holding(key)
    if (facts !== undefined) known.set(key, facts)
    else {
      const own = unknown.get(product) ?? []
      unknown.set(product, own)
      own.push(holding)
    }
  }
  if (unknown.size === 0) return known
  const read = await Promise.all([...unknown].map(([product, wanted]) => product.read(db, wanted, now)))
  for (const facts of read) for (const [key, value] of facts) known.set(key, value)
  return known
}
