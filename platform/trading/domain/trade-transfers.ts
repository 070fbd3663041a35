import type { Id, Instant } from '@bolsillo/kernel'
import { present, writeDecimal } from '@bolsillo/kernel'
import {
  type AccountId,
  accountId,
  accountParts,
  customerAccount,
  type JournalEntry,
  type Posting,
  type RecordedEntry,
} from '@bolsillo/ledger/domain'
import type { Fill, Order } from './order.ts'
import type { FillSums } from './order-sums.ts'
import { productFacts, productOf, type TradedInstrument, type TradedProduct } from './traded-instrument.ts'

// The only place of this room that names accounts. Every fill is between one customer and the venue's custody; where two
// customers meet, each has an entry of their own, and custody of the asset is the same before and after both; of the money it
// is but for the fraction of a smallest unit that each of them leaves to the rounding account.

interface EntryKinds {
  readonly hold: string
  readonly release: string
  /** Fills of an asset against cash. */
  readonly buy?: string
  readonly sell?: string
}

/** The kinds of entries of orders, by product. What a fill of a contract moves is the matter of the room of contracts. */
const orderKinds: Readonly<Record<TradedProduct, EntryKinds>> = {
  stock: { hold: 'stock-order-hold', release: 'stock-order-release', buy: 'stock-buy', sell: 'stock-sell' },
  spot: { hold: 'spot-order-hold', release: 'spot-order-release', buy: 'spot-buy', sell: 'spot-sell' },
  contract: { hold: 'contract-order-hold', release: 'contract-order-release' },
}

type SharedAccounts = readonly [
  custodyCash: AccountId,
  custodyAssets: AccountId,
  fees: AccountId,
  vat: AccountId,
  rounding: AccountId,
]

interface OwnAccounts {
  readonly cash: AccountId
  readonly assets: AccountId
}

// Names are asked for several times for every order, and an instrument's never change.
const sharedOf = new WeakMap<TradedInstrument, Map<string, SharedAccounts>>()
const ownOf = new WeakMap<TradedInstrument, Map<string, OwnAccounts>>()
const ownersMax = 100_000

/**
 * The accounts orders of an instrument can touch beside the customers' own: custody of cash and of assets, commission,
 * VAT, rounding. `custodian` owns the custody accounts: one for all venues, because customers' money is in one place.
 */
export function sharedAccounts(instrument: TradedInstrument, custodian: string): SharedAccounts {
  const known = sharedOf.get(instrument) ?? new Map<string, SharedAccounts>()
  sharedOf.set(instrument, known)
  const found = known.get(custodian)
  if (found !== undefined) return found
  const currency = instrument.scale.quote.code
  const accounts = [
    accountId(custodian, 'custody', currency),
    accountId(custodian, 'custody', instrument.asset.code),
    accountId('house', 'fees', currency),
    accountId('house', 'vat', currency),
    accountId('house', 'rounding', currency),
  ] as const
  known.set(custodian, accounts)
  return accounts
}

function ownAccounts(customerId: Id<'cus'>, instrument: TradedInstrument): OwnAccounts {
  const known = ownOf.get(instrument) ?? new Map<string, OwnAccounts>()
  ownOf.set(instrument, known)
  const found = known.get(customerId)
  if (found !== undefined) return found
  if (known.size >= ownersMax) known.clear()
  const purse = productFacts[present(productOf(instrument), `product of ${instrument.id}`)].purse
  const accounts = {
    cash: customerAccount(customerId, purse, instrument.scale.quote.code),
    assets: customerAccount(customerId, purse, instrument.asset.code),
  }
  known.set(customerId, accounts)
  return accounts
}

/** The customer's cash for an instrument. */
export function cashAccount(customerId: Id<'cus'>, instrument: TradedInstrument): AccountId {
  return ownAccounts(customerId, instrument).cash
}

/** The customer's shares, or coins, of an instrument. */
export function assetAccount(customerId: Id<'cus'>, instrument: TradedInstrument): AccountId {
  return ownAccounts(customerId, instrument).assets
}

interface EntryHead {
  readonly id: Id<'ent'>
  readonly at: Instant
  readonly order: Order
  readonly instrument: TradedInstrument
}

const headOf = ({ id, at, order }: EntryHead, kind: string, details: Readonly<Record<string, string>>) => ({
  id,
  kind,
  at,
  actor: order.customerId,
  reference: `order:${order.orderId}`,
  details: { instrument: order.instrumentId, ...details },
})

/** A reservation: on which account, and how many of its units. */
export interface Reservation {
  readonly account: AccountId
  readonly holdId: Id<'hld'>
  readonly units: bigint
}

/** Reserves what an order may need. */
export function holdEntry(head: EntryHead, { account, holdId, units }: Reservation): JournalEntry {
  return {
    ...headOf(head, orderKinds[head.order.product].hold, { side: head.order.side }),
    postings: [{ account, posted: 0n, held: units, holdId }],
  }
}

/** Releases what an order no longer needs. */
export function releaseEntry(head: EntryHead, { account, holdId, units }: Reservation): JournalEntry {
  return {
    ...headOf(head, orderKinds[head.order.product].release, { side: head.order.side }),
    postings: [{ account, posted: 0n, held: -units, holdId }],
  }
}

/** What a fill moves, and how much of the order's reservation goes with it. */
interface FillMovement {
  readonly custodian: string
  readonly price: bigint
  readonly quantity: bigint
  readonly sums: FillSums
  readonly holdId: Id<'hld'> | undefined
  readonly released: bigint
  /** Why it is recorded when it is not live: `demo`. */
  readonly seed?: string
}

/** The entry of one fill of an exchange: the asset one way, money the other, commission and VAT as lines of their own. */
export function fillEntry(head: EntryHead, movement: FillMovement): JournalEntry {
  const { order, instrument } = head
  const { priceScale, quantityScale, quote } = instrument.scale
  const details = {
    quantity: writeDecimal(movement.quantity, quantityScale),
    price: writeDecimal(movement.price, priceScale),
    currency: quote.code,
    ...(movement.seed === undefined ? {} : { seed: movement.seed }),
  }
  const postings = order.side === 'buy' ? buyPostings(head, movement) : sellPostings(head, movement)
  return {
    ...headOf(head, present(orderKinds[order.product][order.side], `kind of a fill of ${order.product}`), details),
    postings: postings.filter(({ posted, held }) => posted !== 0n || held !== 0n),
  }
}

function held({ holdId, released }: FillMovement): Pick<Posting, 'held' | 'holdId'> {
  return holdId === undefined || released === 0n ? { held: 0n } : { held: -released, holdId }
}

function buyPostings({ order, instrument }: EntryHead, movement: FillMovement): Posting[] {
  const { sums, quantity, custodian } = movement
  const cash = cashAccount(order.customerId, instrument)
  const [custodyCash, custodyAssets, fees, vat, rounding] = sharedAccounts(instrument, custodian)
  return [
    { account: cash, posted: -sums.amount.minor, ...held(movement) },
    { account: cash, posted: -sums.fee.minor, held: 0n },
    { account: cash, posted: -sums.vat.minor, held: 0n },
    { account: custodyCash, posted: sums.amount.minor - sums.surplus, held: 0n },
    { account: rounding, posted: sums.surplus, held: 0n },
    { account: fees, posted: sums.fee.minor, held: 0n },
    { account: vat, posted: sums.vat.minor, held: 0n },
    { account: custodyAssets, posted: -quantity, held: 0n },
    { account: assetAccount(order.customerId, instrument), posted: quantity, held: 0n },
  ]
}

function sellPostings({ order, instrument }: EntryHead, movement: FillMovement): Posting[] {
  const { sums, quantity, custodian } = movement
  const cash = cashAccount(order.customerId, instrument)
  const [custodyCash, custodyAssets, fees, vat, rounding] = sharedAccounts(instrument, custodian)
  return [
    { account: assetAccount(order.customerId, instrument), posted: -quantity, ...held(movement) },
    { account: custodyAssets, posted: quantity, held: 0n },
    { account: custodyCash, posted: -(sums.amount.minor + sums.surplus), held: 0n },
    { account: rounding, posted: sums.surplus, held: 0n },
    { account: cash, posted: sums.amount.minor, held: 0n },
    { account: cash, posted: -sums.fee.minor, held: 0n },
    { account: cash, posted: -sums.vat.minor, held: 0n },
    { account: fees, posted: sums.fee.minor, held: 0n },
    { account: vat, posted: sums.vat.minor, held: 0n },
  ]
}

/** What a customer owned of what a fill bought or sold, just before its entry. */
export function ownedBefore(entry: RecordedEntry, fill: Pick<Fill, 'customerId' | 'product' | 'amount'>): bigint {
  const line = entry.postings.find(({ account }) => {
    const { owner, purse, asset } = accountParts(account)
    return owner === fill.customerId && purse === productFacts[fill.product].purse && asset !== fill.amount.asset.code
  })
  const { postedAfter, posted } = present(line, `what ${entry.id} moves`)
  return postedAfter - posted
}
