import { type Id, type Instant, instant } from '@bolsillo/kernel'
import { effectOf } from '@bolsillo/ledger/domain'
import type { CustomerPosting, Ledger } from '@bolsillo/ledger/server'
import type { Db } from '@bolsillo/server-kit'
import { type AssetCost, costsAfter, costWithin, type Flow, type Sold, soldIn, totalOf } from '../domain/index.ts'
import type { PricesOf } from './prices-of.ts'

/** What a customer's shares and coins cost and brought, by asset. */
export type CostsOf = (db: Db, customerId: Id<'cus'>) => Promise<ReadonlyMap<string, AssetCost>>

/** A sale of a share or a coin for money. */
export interface Sale extends Sold {
  readonly at: Instant
}

/** What a customer's entries sold and what that had cost, by the number of the entry; without those that sold nothing. */
export type SalesOf = (db: Db, customerId: Id<'cus'>) => Promise<ReadonlyMap<bigint, Sale>>

/** What follows from a customer's whole journal; of one asked for before, only what was posted since is read. */
export interface OwnBooks {
  readonly costs: CostsOf
  readonly sales: SalesOf
  /** What came in from outside and went there after an instant, each in pesos at the close of the day it moved. */
  readonly flows: (
    db: Db,
    customerId: Id<'cus'>,
    range: { readonly since: Instant; readonly now: Instant },
  ) => Promise<readonly Flow[]>
}

const rememberedMax = 10_000
/** Of all customers together: somebody may have sold very often. */
const salesRememberedMax = 1_000_000

interface Known {
  readonly upTo: bigint
  readonly costs: ReadonlyMap<string, AssetCost>
  readonly sales: ReadonlyMap<bigint, Sale>
  /** Postings of entries that are external. */
  readonly external: readonly CustomerPosting[]
}
const unknown: Known = { upTo: 0n, costs: new Map(), sales: new Map(), external: [] }

/** Books from the journal. */
export function createOwnBooks(ledger: Pick<Ledger, 'postingsOfCustomer'>, prices: Pick<PricesOf, 'onDays'>): OwnBooks {
  const remembered = new Map<Id<'cus'>, Known>()
  let salesRemembered = 0
  const load = async (db: Db, customerId: Id<'cus'>): Promise<Known> => {
    const before = remembered.get(customerId) ?? unknown
    const postings = await ledger.postingsOfCustomer(db, customerId, instant(0), before.upTo)
    const last = postings.at(-1)
    if (last === undefined) return before
    const { costs, sales } = foldedFrom(before, postings)
    const external = [...before.external, ...postings.filter(({ kind }) => effectOf(kind) === 'external')]
    const known = { upTo: last.seq, costs, sales, external }
    salesRemembered += sales.size - before.sales.size
    if (remembered.size >= rememberedMax || salesRemembered > salesRememberedMax) {
      remembered.clear()
      salesRemembered = sales.size
    }
    // Another look may have ended behind this one, and seen more.
    if ((remembered.get(customerId) ?? unknown).upTo <= known.upTo) remembered.set(customerId, known)
    return known
  }

  return {
    costs: async (db, customerId) => {
      const { costs } = await load(db, customerId)
      return new Map([...costs].map(([asset, cost]) => [asset, costWithin(cost)]))
    },
    sales: async (db, customerId) => (await load(db, customerId)).sales,
    flows: async (db, customerId, { since, now }) => {
      const moved = (await load(db, customerId)).external.filter(({ at }) => at > since)
      const assets = new Set(moved.map(({ asset }) => asset))
      const first = instant(Math.min(now, ...moved.map(({ at }) => at)))
      const pricesOn = await prices.onDays([...assets], first, now)
      return moved.map(({ at, asset, posted }) => {
        const { minor } = totalOf(pricesOn(at), [{ asset, units: posted < 0n ? -posted : posted }]).all
        return { at, minor: posted < 0n ? -minor : minor }
      })
    },
  }
}

/** Costs and sales after more entries. */
function foldedFrom(before: Known, postings: readonly CustomerPosting[]): Pick<Known, 'costs' | 'sales'> {
  let { costs } = before
  const sales = new Map<bigint, Sale>()
  for (const [seq, entry] of Map.groupBy(postings, (posting) => posting.seq)) {
    const move = moveOf(entry)
    const sold = soldIn(costs, move)
    if (sold !== undefined) sales.set(seq, { ...sold, at: entry[0]?.at ?? instant(0) })
    costs = costsAfter(costs, move)
  }
  return { costs, sales: sales.size === 0 ? before.sales : new Map([...before.sales, ...sales]) }
}

function moveOf(postings: readonly CustomerPosting[]): Parameters<typeof costsAfter>[1] {
  const moved = new Map<string, bigint>()
  for (const { asset, posted } of postings) moved.set(asset, (moved.get(asset) ?? 0n) + posted)
  return { kind: postings[0]?.kind ?? '', moved }
}
