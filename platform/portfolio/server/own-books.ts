import { type Id, type Instant, instant } from '@bolsillo/kernel'
import { effectOf } from '@bolsillo/ledger/domain'
import type { CustomerPosting, Ledger } from '@bolsillo/ledger/server'
import type { Db } from '@bolsillo/server-kit'
import { type AssetCost, costsAfter, costWithin, type Flow, totalOf } from '../domain/index.ts'
import type { PricesOf } from './prices-of.ts'

/** What a customer's shares and coins cost and brought, by asset. */
export type CostsOf = (db: Db, customerId: Id<'cus'>) => Promise<ReadonlyMap<string, AssetCost>>

/** What follows from a customer's whole journal; of one asked for before, only what was posted since is read. */
export interface OwnBooks {
  readonly costs: CostsOf
  /** What came in from outside and went there, each in pesos by the last price before it moved. */
  readonly flows: (db: Db, customerId: Id<'cus'>, now: Instant) => Promise<readonly Flow[]>
}

const rememberedMax = 10_000

interface Known {
  readonly upTo: bigint
  readonly costs: ReadonlyMap<string, AssetCost>
  /** Postings of entries that are external. */
  readonly external: readonly CustomerPosting[]
}
const unknown: Known = { upTo: 0n, costs: new Map(), external: [] }

/** Books from the journal. */
export function createOwnBooks(ledger: Pick<Ledger, 'postingsOfCustomer'>, prices: Pick<PricesOf, 'at'>): OwnBooks {
  const remembered = new Map<Id<'cus'>, Known>()
  /** What a posting was worth never changes; one that had no price is looked at again. */
  const worths = new WeakMap<CustomerPosting, bigint>()

  const load = async (db: Db, customerId: Id<'cus'>): Promise<Known> => {
    const before = remembered.get(customerId) ?? unknown
    const postings = await ledger.postingsOfCustomer(db, customerId, instant(0), before.upTo)
    const last = postings.at(-1)
    if (last === undefined) return before
    let { costs } = before
    for (const entry of Map.groupBy(postings, ({ seq }) => seq).values()) costs = costsAfter(costs, moveOf(entry))
    const external = [...before.external, ...postings.filter(({ kind }) => effectOf(kind) === 'external')]
    const known = { upTo: last.seq, costs, external }
    if (remembered.size >= rememberedMax) remembered.clear()
    remembered.set(customerId, known)
    return known
  }

  const worthOf = async (posting: CustomerPosting, now: Instant): Promise<bigint> => {
    const found = worths.get(posting)
    if (found !== undefined) return found
    const { asset, at, posted } = posting
    const total = totalOf(await prices.at([asset], at, now), [{ asset, units: posted < 0n ? -posted : posted }])
    const worth = posted < 0n ? -total.all.minor : total.all.minor
    if (total.unpriced.length + total.unrated.length === 0) worths.set(posting, worth)
    return worth
  }

  return {
    costs: async (db, customerId) => {
      const { costs } = await load(db, customerId)
      return new Map([...costs].map(([asset, cost]) => [asset, costWithin(cost)]))
    },
    flows: async (db, customerId, now) => {
      const flows: Flow[] = []
      for (const posting of (await load(db, customerId)).external)
        flows.push({ at: posting.at, minor: await worthOf(posting, now) })
      return flows
    },
  }
}

function moveOf(postings: readonly CustomerPosting[]): Parameters<typeof costsAfter>[1] {
  const moved = new Map<string, bigint>()
  for (const { asset, posted } of postings) moved.set(asset, (moved.get(asset) ?? 0n) + posted)
  return { kind: postings[0]?.kind ?? '', moved }
}
