import type { Instant } from '@bolsillo/kernel'
import { fakeClock, type TestAnswer, testDatabase } from '@bolsillo/test-kit'
import type { Delivery } from './acts-rails.ts'
import {
  assets,
  customerNumbers,
  customerOf,
  papersOf,
  personOf,
  type RailName,
  rails as railsOfCast,
  teresa,
  termsOfWorld,
  worthOfAssets,
} from './cast.ts'
import { armFailure, installFailures } from './look-store.ts'
import { type Deposit, emptyModel, type Model, type Payout, type Terms, type Withdrawal } from './model.ts'
import type { Price } from './model-sums.ts'
import { type Outside, type Product, startProduct } from './product.ts'
import { type WorldRail, worldRail } from './rail-in-memory.ts'
import { type Seeded, seeded } from './seeded.ts'

/** Where a customer may be paid to. */
export interface KnownDestination {
  readonly id: string
  readonly customer: number
  readonly channel: Terms
  readonly text: string
  readonly usableAt: number
}

/** A conversion on offer. */
export interface Offer {
  readonly id: string
  readonly customer: number
  readonly from: string
  readonly into: string
  readonly source: bigint
  readonly target: bigint
  readonly charge: bigint
  readonly rounding: bigint
  readonly until: number
  isExecuted: boolean
}

/** What staff proposed and nobody decided yet. */
export interface Proposal {
  readonly approvalId: string
  readonly by: number
  readonly at: number
  readonly reason: string
  readonly what: string
  /** Why it cannot be done now, by the rules; undefined: it can. */
  readonly problem: () => string | undefined
  readonly effect: () => void
  /** What the product may still refuse though no rule forbids it: nothing, unless named. */
  readonly mayRefuse?: boolean | undefined
  /** Who may decide: places in the crew. */
  readonly able?: readonly number[] | undefined
}

/** A world: the product, the model beside it, and everything that outlives a server. */
export interface World {
  readonly model: Model
  readonly random: Seeded
  readonly outside: Outside
  readonly rails: Readonly<Record<RailName, WorldRail>>
  product: Product
  boots: number
  readonly now: () => Instant
  readonly destinations: KnownDestination[]
  readonly offers: Offer[]
  readonly proposals: Proposal[]
  readonly prices: { dollar: bigint; real: bigint }
  /** Lines of the statement of transfers by hand that two people stated, by key in one spelling. */
  readonly found: Map<string, { minor: bigint; asset: string; payerName: string; payerAccount: string }>
  /** Lines of imported statements, by key in one spelling. */
  readonly lines: Map<
    string,
    { lineId: string; minor: bigint; asset: string; payerName: string; payerAccount: string; reference: string }
  >
  /** What rails brought, as it really is. */
  readonly deliveries: Delivery[]
  /** How payments out really ended. */
  readonly ended: Map<string, 'confirmed' | 'failed'>
  /** What arrived of those that arrived as another amount than was asked for. */
  readonly arrived: Map<string, bigint>
  /** What of them came back after all. */
  readonly backs: Map<string, bigint>
  /** Transfers by hand that two people ended already, whether or not the event was passed. */
  readonly saidOut: Set<string>
  /** Where withdrawals go, in words. */
  readonly texts: Map<string, string>
  /** Where each customer pays in, by channel. */
  readonly payIn: Map<string, string>
  readonly figures: Map<string, number>
  /** The newest transaction and journal entry that were looked at. */
  readonly seen: { xid: bigint; seq: bigint }
  /** What limits let go of each account so far. */
  readonly lifted: Map<string, bigint>
  /** Payments the rails told as what they are not, and how the world will tell the truth. */
  readonly lies: (() => void)[]
  /** Whether a statement was made to fail: then a refusal without a word is no wonder. */
  isFailing: boolean
  counter: number
  readonly treasury: { readonly token: string }
}

/** Counts that something was reached. */
export function count(world: World, what: string, times = 1): void {
  world.figures.set(what, (world.figures.get(what) ?? 0) + times)
}

/** A number of the world's own, never twice. */
export function nextNo(world: World): string {
  world.counter += 1
  return String(world.counter).padStart(4, '0')
}

export const railOf = (world: World, id: string): WorldRail | undefined =>
  Object.values(world.rails).find(({ rail }) => rail.id === id)

export const assetOf = (code: string) => {
  const found = Object.entries(assets).find(([name]) => name === code)?.[1]
  if (found === undefined) throw new Error(`no asset ${code}`)
  return found
}

/** An amount as the wire has it. */
export function written(minor: bigint, asset: string): string {
  const scale: number = assetOf(asset).scale
  const digits = minor.toString().padStart(scale + 1, '0')
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** The data of an answer that was done; undefined when it was refused. */
export function dataOf(answer: TestAnswer): Readonly<Record<string, unknown>> | undefined {
  if (answer.status !== 200 || answer.json.code !== 0) return undefined
  return JSON.parse(JSON.stringify(answer.json.data ?? {}))
}

/** Why an answer was refused. */
export function refusalOf(answer: TestAnswer): string {
  const data = JSON.parse(JSON.stringify(answer.json.data ?? {}))
  return `${answer.status} ${data.rejection ?? answer.json.code} ${data.field ?? ''} ${JSON.stringify(data.values ?? {})}`
}

/** A text within data. */
export function textIn(data: unknown, ...path: readonly string[]): string {
  let at: unknown = data
  for (const name of path)
    at = typeof at === 'object' && at !== null ? Object.entries(at).find(([key]) => key === name)?.[1] : undefined
  return typeof at === 'string' ? at : ''
}

const startMs = Date.UTC(2026, 2, 2, 16)

/** Opens a world of a seed: everybody verified and shown where they pay in, nobody with any money. */
export async function openWorld(seed: number): Promise<World> {
  const database = await testDatabase({ connectionsMax: 2, grammar: true })
  await installFailures(database.owner)
  const clock = fakeClock(startMs)
  const made = (name: RailName): WorldRail => worldRail({ ...railsOfCast[name], now: () => clock.now() })
  const rails = { spei: made('spei'), pix: made('pix'), bitcoin: made('bitcoin'), tron: made('tron') }
  const model = emptyModel(termsOfWorld, worthOfAssets)
  const papers: Outside['papers'] = new Map()
  for (const number of customerNumbers) {
    papers.set(customerOf(number), papersOf(number))
    model.people.set(customerOf(number), personOf(number))
  }
  const prices = { dollar: 1_847_005n, real: 185_205n }
  const outside: Outside = {
    database,
    clock,
    seed,
    rails: Object.values(rails),
    papers,
    limits: (_, code) => {
      const { depositDay, withdrawalDay } = personOf(1)
      const [deposit, withdrawal] = [depositDay[code], withdrawalDay[code]]
      return {
        ...(deposit === undefined ? {} : { depositDay: deposit }),
        ...(withdrawal === undefined ? {} : { withdrawalDay: withdrawal }),
      }
    },
    prices: () => pricesOf(prices).map((price) => ({ ...price, ...pairOf(price) })),
  }
  const product = await startProduct(outside, 1)
  return {
    model,
    random: seeded(seed),
    outside,
    rails,
    product,
    boots: 1,
    now: () => clock.now(),
    destinations: [],
    offers: [],
    proposals: [],
    prices,
    found: new Map(),
    lines: new Map(),
    deliveries: [],
    ended: new Map(),
    arrived: new Map(),
    backs: new Map(),
    saidOut: new Set(),
    texts: new Map(),
    payIn: new Map(),
    figures: new Map(),
    seen: { xid: 0n, seq: 0n },
    lifted: new Map(),
    lies: [],
    isFailing: false,
    counter: 0,
    treasury: teresa,
  }
}

/** The prices of the market: pesos for a dollar, dollars for a real. */
export function pricesOf({ dollar, real }: World['prices']): readonly Price[] {
  return [
    { base: 'USD', quote: 'MXN', mid: dollar, scale: 5 },
    { base: 'BRL', quote: 'USD', mid: real, scale: 6 },
  ]
}

const pairOf = ({ base, quote }: Price) => ({ baseAsset: assetOf(base), quoteAsset: assetOf(quote) })

/** The server dies and another one begins on the same database. */
export async function restart(world: World): Promise<void> {
  await world.product.die()
  world.boots += 1
  world.product = await startProduct(world.outside, world.boots)
}

/** Has one statement of those that write fail, among the next ones. */
export async function failSoon(world: World): Promise<void> {
  world.isFailing = true
  await armFailure(world.outside.database.owner, world.random.whole(1, 25))
}

/** No statement fails any more. */
export async function failNever(world: World): Promise<void> {
  world.isFailing = false
  await armFailure(world.outside.database.owner, 0)
}

export async function closeWorld(world: World): Promise<void> {
  await world.product.die()
  await world.outside.database.drop()
}

export type { Deposit, Payout, Withdrawal }
