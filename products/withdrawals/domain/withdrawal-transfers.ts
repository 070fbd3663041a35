import type { Id, Instant } from '@bolsillo/kernel'
import { assert, minOf, writeDecimal } from '@bolsillo/kernel'
import { type AccountId, accountId, customerAccount, type JournalEntry, type Posting } from '@bolsillo/ledger/domain'
import { type Channel, railCustody, railDetails, railOwed } from '@bolsillo/payments/domain'
import { purseOf } from './withdrawal-terms.ts'

/** The money of a withdrawal: what every entry about it needs to know. */
export interface WithdrawalMoney {
  readonly withdrawalId: Id<'wdr'>
  readonly customerId: Id<'cus'>
  readonly holdId: Id<'hld'>
  readonly channel: Channel
  readonly amount: bigint
  readonly fee: bigint
  readonly vat: bigint
  readonly net: bigint
}

/** Which entry, when, by whom. */
interface EntryOf {
  readonly id: Id<'ent'>
  readonly at: Instant
  readonly actor: string
}

type HousePurse = 'payouts' | 'fees' | 'vat' | 'claims' | 'unmatched'
const house = (purse: HousePurse, asset: string): AccountId => accountId('house', purse, asset)
const moves = (account: AccountId, posted: bigint): Posting => ({ account, posted, held: 0n })
const movesIfAny = (account: AccountId, posted: bigint): readonly Posting[] =>
  posted === 0n ? [] : [moves(account, posted)]

/** The account a withdrawal is taken from. */
export function withdrawalAccount({ customerId, channel }: Pick<WithdrawalMoney, 'customerId' | 'channel'>): AccountId {
  return customerAccount(customerId, purseOf(channel), channel.asset.code)
}

function entryOf(kind: string, money: WithdrawalMoney, { id, at, actor }: EntryOf, postings: readonly Posting[]) {
  const { scale, code } = money.channel.asset
  const said = (minor: bigint): string => `${writeDecimal(minor, scale)} ${code}`
  const details = { amount: said(money.amount), fee: said(money.fee), vat: said(money.vat), net: said(money.net) }
  const entry: JournalEntry = {
    id,
    kind,
    at,
    actor,
    reference: `withdrawal:${money.withdrawalId}`,
    details,
    postings,
  }
  return entry
}

/** Asked for: the whole amount is reserved, nothing has moved. */
export function reserveEntry(money: WithdrawalMoney, entry: EntryOf): JournalEntry {
  const { holdId, amount } = money
  return entryOf('withdrawal-hold', money, entry, [
    { account: withdrawalAccount(money), posted: 0n, held: amount, holdId },
  ])
}

/** Cancelled or refused: the reservation ends, and all of it is the customer's to use again. */
export function releaseEntry(money: WithdrawalMoney, entry: EntryOf): JournalEntry {
  const { holdId, amount } = money
  return entryOf('withdrawal-release', money, entry, [
    { account: withdrawalAccount(money), posted: 0n, held: -amount, holdId },
  ])
}

/** The accounts accepting a withdrawal, and taking it back, touch. */
export function acceptAccounts(money: WithdrawalMoney): readonly AccountId[] {
  const { code } = money.channel.asset
  return [withdrawalAccount(money), house('payouts', code), house('fees', code), house('vat', code)]
}

/**
 * Accepted: the net is on its way. Fee and VAT stay reserved on the customer's account: they are earned when the payment
 * has arrived, and can always be refunded when it fails.
 */
export function acceptEntry(money: WithdrawalMoney, entry: EntryOf): JournalEntry {
  const { holdId, net } = money
  return entryOf('withdrawal', money, entry, [
    { account: withdrawalAccount(money), posted: -net, held: -net, holdId },
    moves(house('payouts', money.channel.asset.code), net),
  ])
}

/**
 * Whether fee and VAT were taken when the withdrawal was accepted, as they were in earlier versions: then nothing is
 * reserved for them any more. `reserved` is what is left of the withdrawal's own reservation.
 */
export function chargedEarly({ amount, net }: WithdrawalMoney, reserved: bigint): boolean {
  assert(reserved === 0n || reserved === amount - net, 'fee and VAT are reserved whole, or not at all')
  return reserved !== amount - net
}

/** The accounts a confirmed payment touches, beside the custodians that cover a shortfall of the rail; the rest is owed to it. */
export function paidAccounts(money: WithdrawalMoney, railId: string): readonly AccountId[] {
  const { code } = money.channel.asset
  return [...acceptAccounts(money), railCustody(railId, code), railOwed(railId, code)]
}

/** What the rail's custody entry names: the movement on its statement. */
export interface Payment {
  readonly railId: string
  readonly externalId: string
  /** Fee and VAT were taken when it was accepted. */
  readonly chargedEarly: boolean
}

/** Arrived: the rail holds that much less for us, and fee and VAT are earned, on lines of their own. */
export function paidEntry(money: WithdrawalMoney, entry: EntryOf, payment: Payment): JournalEntry {
  const { code } = money.channel.asset
  const paid = entryOf('withdrawal-paid', money, entry, [
    moves(house('payouts', code), -money.net),
    moves(railCustody(payment.railId, code), money.net),
    ...(payment.chargedEarly ? [] : chargeLines(money)),
  ])
  return { ...paid, details: { ...paid.details, ...railDetails(payment.railId, payment.externalId) } }
}

/** The accounts a payment that came back touches. */
export function returnedAccounts(money: WithdrawalMoney, railId: string): readonly AccountId[] {
  const { code } = money.channel.asset
  const others = ['claims', 'fees', 'unmatched'] as const
  return [
    withdrawalAccount(money),
    railCustody(railId, code),
    railOwed(railId, code),
    ...others.map((purse) => house(purse, code)),
  ]
}

/** What came back of a payment that had arrived, and what of it settles the claim of what was paid too much. Minor units. */
interface BackOfPayment {
  readonly railId: string
  readonly returnId: string
  readonly minor: bigint
  /** Open of the claim. */
  readonly open: bigint
  /** Covered by the house before. */
  readonly writtenOff: bigint
  /** Whose the rest is: the customer's, or nobody's who can be credited. */
  readonly to: 'customer' | 'unmatched'
}

/** Arrived, and returned by the bank later: the rail holds what came back again; it settles the claim, and is the customer's. */
export function returnedEntry(money: WithdrawalMoney, entry: EntryOf, back: BackOfPayment): JournalEntry {
  const { code } = money.channel.asset
  const { open, writtenOff, minor } = back
  const returned = entryOf('withdrawal-returned', money, entry, [
    ...movesIfAny(
      back.to === 'customer' ? withdrawalAccount(money) : house('unmatched', code),
      minor - open - writtenOff,
    ),
    ...movesIfAny(house('claims', code), open),
    ...movesIfAny(house('fees', code), writtenOff),
    moves(railCustody(back.railId, code), -minor),
  ])
  return { ...returned, details: { ...returned.details, ...railDetails(back.railId, back.returnId) } }
}

/** The effect of another amount arriving: what the customer gets back (below zero: pays), and the claim of the house. */
export interface Difference {
  readonly back: bigint
  readonly claim: bigint
}

/**
 * Splits the difference between the net and the amount that arrived. Too little: the rest is the customer's again. Too much:
 * the customer has it at their bank, so it leaves their account as far as the balance allows; the rest is a claim.
 */
export function differenceOf(net: bigint, arrived: bigint, free: bigint): Difference {
  if (arrived <= net) return { back: net - arrived, claim: 0n }
  const taken = minOf(arrived - net, free)
  return { back: -taken, claim: arrived - net - taken }
}

/** The accounts a payment of another amount touches. */
export function settledAccounts(money: WithdrawalMoney, railId: string): readonly AccountId[] {
  return [...paidAccounts(money, railId), house('claims', money.channel.asset.code)]
}

/** Another amount arrived: what really did is booked, and the difference is the customer's, or owed to us. */
export function settledEntry(money: WithdrawalMoney, entry: EntryOf, payment: Payment & Difference): JournalEntry {
  const { code } = money.channel.asset
  const { back, claim } = payment
  const paid = paidEntry(money, entry, payment)
  const arrived = money.net - back + claim
  const postings = paid.postings.map((posting) =>
    posting.account === railCustody(payment.railId, code) ? { ...posting, posted: arrived } : posting,
  )
  return {
    ...paid,
    postings: [
      ...postings,
      ...movesIfAny(withdrawalAccount(money), back),
      ...movesIfAny(house('claims', code), -claim),
    ],
  }
}

/** The reservation of fee and VAT ends, and each is paid on a line of its own behind it. */
function chargeLines(money: WithdrawalMoney): readonly Posting[] {
  const { holdId, fee, vat } = money
  if (fee + vat === 0n) return []
  const { code } = money.channel.asset
  const own = withdrawalAccount(money)
  return [
    { account: own, posted: 0n, held: -(fee + vat), holdId },
    ...movesIfAny(own, -fee),
    ...movesIfAny(own, -vat),
    ...movesIfAny(house('fees', code), fee),
    ...movesIfAny(house('vat', code), vat),
  ]
}

/** Not arrived: everything is the customer's again, fee and VAT included. */
export function returnEntry(
  money: WithdrawalMoney,
  entry: EntryOf,
  { chargedEarly }: Pick<Payment, 'chargedEarly'>,
): JournalEntry {
  const { amount, fee, vat, net, holdId } = money
  const { code } = money.channel.asset
  const own = withdrawalAccount(money)
  const reserved = fee + vat
  return entryOf('withdrawal-return', money, entry, [
    moves(house('payouts', code), -net),
    ...(chargedEarly ? [...movesIfAny(house('fees', code), -fee), ...movesIfAny(house('vat', code), -vat)] : []),
    chargedEarly || reserved === 0n
      ? moves(own, chargedEarly ? amount : net)
      : { account: own, posted: net, held: -reserved, holdId },
  ])
}
