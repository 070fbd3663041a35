import type { Id, Instant } from '@bolsillo/kernel'
import { writeDecimal } from '@bolsillo/kernel'
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
export interface EntryOf {
  readonly id: Id<'ent'>
  readonly at: Instant
  readonly actor: string
}

const house = (purse: 'payouts' | 'fees' | 'vat', asset: string): AccountId => accountId('house', purse, asset)
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

/** The accounts accepting a withdrawal touches. */
export function acceptAccounts(money: WithdrawalMoney): readonly AccountId[] {
  const { code } = money.channel.asset
  return [withdrawalAccount(money), house('payouts', code), house('fees', code), house('vat', code)]
}

/** Accepted: what was reserved leaves; the net is on its way, fee and VAT are lines of their own. */
export function acceptEntry(money: WithdrawalMoney, entry: EntryOf): JournalEntry {
  const { holdId, amount, fee, vat, net } = money
  const { code } = money.channel.asset
  const own = withdrawalAccount(money)
  return entryOf('withdrawal', money, entry, [
    { account: own, posted: -net, held: -amount, holdId },
    ...movesIfAny(own, -fee),
    ...movesIfAny(own, -vat),
    moves(house('payouts', code), net),
    ...movesIfAny(house('fees', code), fee),
    ...movesIfAny(house('vat', code), vat),
  ])
}

/** The accounts a confirmed payment touches. */
export function paidAccounts(money: WithdrawalMoney, railId: string, custodian: string): readonly AccountId[] {
  const { code } = money.channel.asset
  return [house('payouts', code), railCustody(railId, code), accountId(custodian, 'custody', code)]
}

/** Arrived: the rail holds that much less for us. Found on its statement by its own number of the payment. */
export function paidEntry(
  money: WithdrawalMoney,
  entry: EntryOf,
  payment: { readonly railId: string; readonly externalId: string },
): JournalEntry {
  const { code } = money.channel.asset
  const paid = entryOf('withdrawal-paid', money, entry, [
    moves(house('payouts', code), -money.net),
    moves(railCustody(payment.railId, code), money.net),
  ])
  return { ...paid, details: { ...paid.details, ...railDetails(payment.railId, payment.externalId) } }
}

/** The accounts a payment that came back touches. */
export function returnedAccounts(money: WithdrawalMoney, railId: string): readonly AccountId[] {
  const { code } = money.channel.asset
  return [withdrawalAccount(money), railCustody(railId, code), railOwed(railId, code)]
}

/** Arrived, and returned by the bank later: the rail holds what came back again, and it is the customer's. */
export function returnedEntry(
  money: WithdrawalMoney,
  entry: EntryOf,
  back: { readonly railId: string; readonly returnId: string; readonly minor: bigint },
): JournalEntry {
  const { code } = money.channel.asset
  const returned = entryOf('withdrawal-returned', money, entry, [
    moves(withdrawalAccount(money), back.minor),
    moves(railCustody(back.railId, code), -back.minor),
  ])
  return { ...returned, details: { ...returned.details, ...railDetails(back.railId, back.returnId) } }
}

/** Not arrived: everything comes back, fee and VAT included. */
export function returnEntry(money: WithdrawalMoney, entry: EntryOf): JournalEntry {
  const { amount, fee, vat, net } = money
  const { code } = money.channel.asset
  return entryOf('withdrawal-return', money, entry, [
    moves(house('payouts', code), -net),
    ...movesIfAny(house('fees', code), -fee),
    ...movesIfAny(house('vat', code), -vat),
    moves(withdrawalAccount(money), amount),
  ])
}
