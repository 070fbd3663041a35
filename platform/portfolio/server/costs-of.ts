import { type Id, instant } from '@bolsillo/kernel'
import type { CustomerPosting, Ledger } from '@bolsillo/ledger/server'
import type { Db } from '@bolsillo/server-kit'
import { type AssetCost, costsAfter } from '../domain/index.ts'

/** What a customer's shares and coins cost and brought, by asset. */
export type CostsOf = (db: Db, customerId: Id<'cus'>) => Promise<ReadonlyMap<string, AssetCost>>

const rememberedMax = 10_000

interface Known {
  readonly upTo: bigint
  readonly costs: ReadonlyMap<string, AssetCost>
}

/** Costs from the journal: of a customer asked for before, only what was posted since is read. */
export function createCostsOf(ledger: Pick<Ledger, 'postingsOfCustomer'>): CostsOf {
  const remembered = new Map<Id<'cus'>, Known>()
  return async (db, customerId) => {
    const before = remembered.get(customerId) ?? { upTo: 0n, costs: new Map<string, AssetCost>() }
    const postings = await ledger.postingsOfCustomer(db, customerId, instant(0), before.upTo)
    const last = postings.at(-1)
    if (last === undefined) return before.costs
    let { costs } = before
    for (const entry of Map.groupBy(postings, ({ seq }) => seq).values()) costs = costsAfter(costs, moveOf(entry))
    if (remembered.size >= rememberedMax) remembered.clear()
    remembered.set(customerId, { upTo: last.seq, costs })
    return costs
  }
}

function moveOf(postings: readonly CustomerPosting[]): Parameters<typeof costsAfter>[1] {
  const moved = new Map<string, bigint>()
  for (const { asset, posted } of postings) moved.set(asset, (moved.get(asset) ?? 0n) + posted)
  return { kind: postings[0]?.kind ?? '', moved }
}
