import { type Id, type Instant, idOf, writeDecimal } from '@bolsillo/kernel'
import { type AccountId, accountId, customerAccount, type JournalEntry, type Posting } from '@bolsillo/ledger/domain'
import { marginScale } from './position.ts'

/** What margin is kept in. */
export const marginAssetCode = 'USDT'

/** A customer's money for contracts: free, and set aside for orders and positions. */
export function marginPurse(customerId: Id<'cus'>): AccountId {
  return customerAccount(customerId, 'contract', marginAssetCode)
}

/** The insurance fund: fed by what liquidations leave, pays losses beyond bankruptcy. Anyone can see it. */
export const insuranceAccount: AccountId = accountId('house', 'insurance', marginAssetCode)
const feesAccount = accountId('house', 'fees', marginAssetCode)
const vatAccount = accountId('house', 'vat', marginAssetCode)

/** The market's side of every position: its counter-position is the sum of all others, with the sign turned. */
function counterAccount(custodian: string): AccountId {
  return accountId(custodian, 'custody', marginAssetCode)
}

/** What a contract order or act may touch beside customers' purses. */
export function sharedAccounts(custodian: string): readonly AccountId[] {
  return [counterAccount(custodian), feesAccount, insuranceAccount, vatAccount]
}

/** A reservation as it was and as it will be: less is drawn from it, more opens a new one. */
export interface MarginMove {
  readonly before: bigint
  readonly after: bigint
  readonly holdId: Id<'hld'> | undefined
  readonly newHoldId: Id<'hld'> | undefined
}

function marginPostings(account: AccountId, { before, after, holdId, newHoldId }: MarginMove): Posting[] {
  if (after === before) return []
  const postings: Posting[] = []
  const drawn = after < before ? before - after : before
  if (drawn > 0n && holdId !== undefined) postings.push({ account, posted: 0n, held: -drawn, holdId })
  if (after > before && newHoldId !== undefined) postings.push({ account, posted: 0n, held: after, holdId: newHoldId })
  return postings
}

/** What one fill of a contract moves. Minor units of USDT. */
export interface FillMoves {
  readonly id: Id<'ent'>
  readonly at: Instant
  readonly customerId: Id<'cus'>
  readonly orderId: Id<'ord'> | undefined
  readonly positionId: Id<'pos'>
  readonly kind: 'contract-open' | 'contract-close' | 'contract-liquidation' | 'contract-deleveraging'
  readonly custodian: string
  readonly details: Readonly<Record<string, string>>
  /** Released of the order's reservation. */
  readonly released: bigint
  readonly orderHoldId: Id<'hld'> | undefined
  readonly margin: readonly MarginMove[]
  readonly realised: bigint
  readonly fee: bigint
  readonly vat: bigint
  readonly liquidationFee: bigint
  /** Of the loss beyond what the customer had: the fund's part, and the market's. */
  readonly fundPaid: bigint
  readonly marketBore: bigint
}

/**
 * The entry of a fill: the result goes between the customer and the market's custody, commission and VAT are lines of
 * their own, what a liquidation leaves goes to the fund, and what it lacks comes from there.
 */
export function contractFillEntry(moves: FillMoves): JournalEntry {
  const { customerId, custodian, realised, fee, vat, liquidationFee, fundPaid, marketBore, released } = moves
  const purse = marginPurse(customerId)
  const shortfall = fundPaid + marketBore
  const line = (account: AccountId, posted: bigint): Posting => ({ account, posted, held: 0n })
  const postings: Posting[] = [
    line(purse, realised + shortfall),
    line(purse, -fee),
    line(purse, -vat),
    line(purse, -liquidationFee),
    ...(moves.orderHoldId === undefined
      ? []
      : [{ account: purse, posted: 0n, held: -released, holdId: moves.orderHoldId }]),
    ...moves.margin.flatMap((move) => marginPostings(purse, move)),
    line(counterAccount(custodian), -realised - marketBore),
    line(feesAccount, fee),
    line(vatAccount, vat),
    line(insuranceAccount, liquidationFee),
    line(insuranceAccount, -fundPaid),
  ]
  return {
    id: moves.id,
    kind: moves.kind,
    at: moves.at,
    actor: moves.kind === 'contract-open' || moves.kind === 'contract-close' ? customerId : 'desk',
    reference: moves.orderId === undefined ? `position:${moves.positionId}` : `order:${moves.orderId}`,
    details: moves.details,
    postings: movingOf(postings, custodian),
  }
}

/**
 * What of these moves something. A settlement may move nothing: closed at exactly its entry with no margin left, or a
 * payment that all of it is borne by the market. It is a settlement all the same, with an entry that fills, bookings and
 * receipts name, and an entry has postings: one unit leaves the market's custody and comes back.
 */
function movingOf(postings: readonly Posting[], custodian: string): readonly Posting[] {
  const moved = postings.filter(({ posted, held }) => posted !== 0n || held !== 0n)
  if (moved.length > 0) return moved
  const account = counterAccount(custodian)
  return [
    { account, posted: -1n, held: 0n },
    { account, posted: 1n, held: 0n },
  ]
}

/** Moves margin between a position and its customer's free money. */
export function contractMarginEntry(head: {
  readonly id: Id<'ent'>
  readonly at: Instant
  readonly customerId: Id<'cus'>
  readonly positionId: Id<'pos'>
  readonly instrument: string
  readonly move: MarginMove
}): JournalEntry {
  const { id, at, customerId, positionId, instrument, move } = head
  return {
    id,
    kind: 'contract-margin',
    at,
    actor: customerId,
    reference: `position:${positionId}`,
    details: { instrument },
    postings: marginPostings(marginPurse(customerId), move),
  }
}

/** Who pays what of a position's funding: minor units, together what it owes. */
export interface FundingParts {
  /** The customer's free money, then the margin set aside for the position, then (cross) that of their other cross positions. */
  readonly free: bigint
  readonly margin: bigint
  readonly others: bigint
  /** Of what the customer cannot pay: the fund's part, and the market's. */
  readonly fund: bigint
  readonly market: bigint
}

/**
 * What a position pays (below zero) or is paid at an instant of funding. The other side is the market's counter-position. The
 * details say of which instant it is, and whose each part is.
 */
export function contractFundingEntry(head: {
  readonly id: Id<'ent'>
  readonly at: Instant
  readonly customerId: Id<'cus'>
  readonly positionId: Id<'pos'>
  readonly instrument: string
  readonly custodian: string
  readonly fundedAt: Instant
  readonly minor: bigint
  readonly parts: FundingParts
  readonly moves: readonly MarginMove[]
}): JournalEntry {
  const { id, at, customerId, positionId, instrument, custodian, minor, parts, moves } = head
  const { fund: fundPaid, market: marketBore } = parts
  const purse = marginPurse(customerId)
  const postings: Posting[] = [
    { account: purse, posted: minor + fundPaid + marketBore, held: 0n },
    ...moves.flatMap((move) => marginPostings(purse, move)),
    { account: counterAccount(custodian), posted: -minor - marketBore, held: 0n },
    { account: insuranceAccount, posted: -fundPaid, held: 0n },
  ]
  return {
    id,
    kind: 'contract-funding',
    at,
    actor: 'desk',
    reference: `position:${positionId}`,
    details: { instrument, instant: String(head.fundedAt), ...partsIn(parts) },
    postings: movingOf(postings, custodian),
  }
}

function partsIn(parts: FundingParts): Readonly<Record<string, string>> {
  const { free, margin, others, fund, market } = parts
  const named = { free, margin, others, fund, market }
  return Object.fromEntries(
    Object.entries(named).flatMap(([name, minor]) => (minor === 0n ? [] : [[name, writeDecimal(minor, marginScale)]])),
  )
}

/** The one entry that gives a practice market's fund its first money has this id, so it can be made only once. */
export const insurancePoolId = idOf('ent', 'ent_0000000000000000000000P002')
/** 50,000 USDT of practice money. */
const insurancePool = 50_000_000_000n

/** Gives the insurance fund of a practice market its first money. In a licensed one it begins with nothing. */
export function insurancePoolEntry(custodian: string, at: Instant): JournalEntry {
  return {
    id: insurancePoolId,
    kind: 'insurance-pool',
    at,
    actor: 'desk',
    reference: 'insurance:pool',
    details: {},
    postings: [
      { account: insuranceAccount, posted: insurancePool, held: 0n },
      { account: counterAccount(custodian), posted: -insurancePool, held: 0n },
    ],
  }
}
