import { assert, type Id, type Instant, type Money } from '@bolsillo/kernel'
import { type AccountId, accountId, customerAccount, type JournalEntry, type Posting } from '@bolsillo/ledger/domain'
import { railCustody, railDetails } from '@bolsillo/payments/domain'
import { type ClaimParts, partsTotal } from './claims.ts'

// The only place of this room that names accounts. A deposit has no fee: credited = delivered.

/** The purse deposits of an asset go to: cash to `stock`, coins to `coin`. */
export function purseOf(assetCode: string): 'stock' | 'coin' {
  return ['MXN', 'USD', 'BRL'].includes(assetCode) ? 'stock' : 'coin'
}

/** The customer's account a deposit of an asset is credited to. */
export function creditedAccount(customerId: Id<'cus'>, assetCode: string): AccountId {
  return customerAccount(customerId, purseOf(assetCode), assetCode)
}

const unmatched = (code: string): AccountId => accountId('house', 'unmatched', code)
const payouts = (code: string): AccountId => accountId('house', 'payouts', code)
const claims = (code: string): AccountId => accountId('house', 'claims', code)

/** What every entry of a deposit states. */
export interface DepositMove {
  readonly entryId: Id<'ent'>
  readonly depositId: Id<'dep'>
  readonly railId: string
  /** The rail's own id of what moved on its statement. */
  readonly externalId: string
  readonly amount: Money
  readonly at: Instant
  readonly actor: string
}

const posting = (account: AccountId, posted: bigint): Posting => ({ account, posted, held: 0n })

function entry(
  kind: string,
  move: DepositMove,
  postings: readonly Posting[],
  details: Readonly<Record<string, string>>,
): JournalEntry {
  return entryAbout(kind, { ...move, reference: `deposit:${move.depositId}` }, postings, details)
}

/** What an entry about a claim states. */
interface ClaimMove extends Pick<DepositMove, 'entryId' | 'amount' | 'at' | 'actor'> {
  /** What the claim is of: `deposit:…` or `withdrawal:…`. */
  readonly reference: string
}

function entryAbout(
  kind: string,
  { entryId, at, actor, amount, reference }: ClaimMove,
  postings: readonly Posting[],
  details: Readonly<Record<string, string>>,
): JournalEntry {
  assert(amount.minor > 0n, 'a deposit moves more than nothing')
  return { id: entryId, kind, at, actor, reference, details: { asset: amount.asset.code, ...details }, postings }
}

/** Delivered and known: the customer has it. */
export function creditEntry(move: DepositMove, customerId: Id<'cus'>): JournalEntry {
  const { minor, asset } = move.amount
  return entry(
    'deposit',
    move,
    [posting(creditedAccount(customerId, asset.code), minor), posting(railCustody(move.railId, asset.code), -minor)],
    railDetails(move.railId, move.externalId),
  )
}

/** Delivered, and not (yet) to be credited: a liability to its owner, who is not known yet. */
export function holdEntry(move: DepositMove): JournalEntry {
  const { minor, asset } = move.amount
  return entry(
    'deposit-held',
    move,
    [posting(unmatched(asset.code), minor), posting(railCustody(move.railId, asset.code), -minor)],
    railDetails(move.railId, move.externalId),
  )
}

/** Two people agreed whose held money is. */
export function matchEntry(move: DepositMove, customerId: Id<'cus'>): JournalEntry {
  const { minor, asset } = move.amount
  return entry(
    'deposit',
    move,
    [posting(creditedAccount(customerId, asset.code), minor), posting(unmatched(asset.code), -minor)],
    {},
  )
}

/** Held money starts on its way back. */
export function returnEntry(move: DepositMove): JournalEntry {
  const { minor, asset } = move.amount
  return entry(
    'deposit-return',
    move,
    [posting(unmatched(asset.code), -minor), posting(payouts(asset.code), minor)],
    {},
  )
}

/** It arrived where it had come from. */
export function returnedEntry(move: DepositMove): JournalEntry {
  const { minor, asset } = move.amount
  return entry(
    'deposit-returned',
    move,
    [posting(payouts(asset.code), -minor), posting(railCustody(move.railId, asset.code), minor)],
    railDetails(move.railId, move.externalId),
  )
}

/**
 * A return reached its origin with another amount than was sent: a rest is held again, an excess becomes a claim of the
 * house. Minor units.
 */
export function returnedOtherEntry(move: DepositMove, arrived: bigint): JournalEntry {
  const { minor, asset } = move.amount
  assert(arrived > 0n && arrived !== minor, 'another amount arrived')
  const { code } = asset
  return entry(
    'deposit-returned',
    move,
    [
      posting(payouts(code), -minor),
      posting(railCustody(move.railId, code), arrived),
      arrived < minor ? posting(unmatched(code), minor - arrived) : posting(claims(code), minor - arrived),
    ],
    railDetails(move.railId, move.externalId),
  )
}

/** The way back failed: it is held again. */
export function returnFailedEntry(move: DepositMove): JournalEntry {
  const { minor, asset } = move.amount
  return entry(
    'deposit-return-failed',
    move,
    [posting(payouts(asset.code), -minor), posting(unmatched(asset.code), minor)],
    {},
  )
}

/**
 * A bank or network took back what it had delivered: what is held of it pays first, or what the customer has available of
 * it; the rest is a claim that people clear up. Nobody's balance falls below zero. Minor units.
 */
export function reversalEntry(
  move: DepositMove,
  split: {
    readonly customerId: Id<'cus'> | undefined
    /** Of the money held for an owner who is not decided yet. */
    readonly unmatchedMinor: bigint
    readonly taken: bigint
    readonly claimed: bigint
  },
): JournalEntry {
  const { minor, asset } = move.amount
  const { customerId, unmatchedMinor, taken, claimed } = split
  assert(unmatchedMinor + taken + claimed === minor, 'a reversal takes and claims exactly what was taken back')
  const own = customerId === undefined || taken === 0n ? [] : [posting(creditedAccount(customerId, asset.code), -taken)]
  const held = unmatchedMinor === 0n ? [] : [posting(unmatched(asset.code), -unmatchedMinor)]
  const rest = claimed === 0n ? [] : [posting(claims(asset.code), -claimed)]
  return entry(
    'deposit-reversed',
    move,
    [...own, ...held, ...rest, posting(railCustody(move.railId, asset.code), minor)],
    railDetails(move.railId, move.externalId),
  )
}

/**
 * The way back failed of what had been taken back meanwhile, so the money claimed for it is held here: it settles what
 * is open of the claim, and those who covered a part before have that part back. Minor units.
 */
export function claimReturnedEntry(
  move: DepositMove,
  split: {
    readonly open: bigint
    readonly writtenOff: bigint
    readonly paid: bigint
    /** Who paid; needed when anything was. */
    readonly customerId: Id<'cus'> | undefined
  },
): JournalEntry {
  const { minor, asset } = move.amount
  const { open, writtenOff, paid, customerId } = split
  assert(open + writtenOff + paid === minor, 'money that came back settles what it is given to')
  assert(paid === 0n || customerId !== undefined, 'what was paid of a claim was paid by a customer')
  const { code } = asset
  return entry(
    'claim-returned',
    move,
    [
      posting(unmatched(code), -minor),
      ...(open === 0n ? [] : [posting(claims(code), open)]),
      ...(writtenOff === 0n ? [] : [posting(accountId('house', 'fees', code), writtenOff)]),
      ...(paid === 0n || customerId === undefined ? [] : [posting(creditedAccount(customerId, code), paid)]),
    ],
    {},
  )
}

/** What money that came back gives to a claim, and whose claim it is. */
export interface SettledClaim {
  readonly split: ClaimParts
  /** Who covered a part of it; needed when they have something back. */
  readonly customerId: Id<'cus'> | undefined
}

/**
 * A payment by which held money had gone back came back itself, and we claim something for that money: the claims are
 * settled, those who covered a part have it back, and the rest is held.
 */
export function claimBackEntry(move: DepositMove, claimed: readonly SettledClaim[]): JournalEntry {
  const { minor, asset } = move.amount
  const { code } = asset
  const given = claimed.flatMap(({ split, customerId }) => {
    assert(split.paid === 0n || customerId !== undefined, 'what was paid of a claim was paid by a customer')
    return [
      ...(split.open === 0n ? [] : [posting(claims(code), split.open)]),
      ...(split.writtenOff === 0n ? [] : [posting(accountId('house', 'fees', code), split.writtenOff)]),
      ...(split.paid === 0n || customerId === undefined
        ? []
        : [posting(creditedAccount(customerId, code), split.paid)]),
    ]
  })
  const left = minor - claimed.reduce((sum, { split }) => sum + partsTotal(split), 0n)
  assert(left >= 0n, 'claims are given no more than came back')
  return entry(
    'claim-returned',
    move,
    [
      posting(railCustody(move.railId, code), -minor),
      ...given,
      ...(left === 0n ? [] : [posting(unmatched(code), left)]),
    ],
    railDetails(move.railId, move.externalId),
  )
}

/** Two people cleared (a part of) a claim up: from what the customer has available, or out of the house's own fees. */
export function claimEntry(move: ClaimMove, from: { readonly customerId: Id<'cus'> } | 'fees'): JournalEntry {
  const { minor, asset } = move.amount
  const payer = from === 'fees' ? accountId('house', 'fees', asset.code) : creditedAccount(from.customerId, asset.code)
  return entryAbout(
    from === 'fees' ? 'claim-written-off' : 'claim-paid',
    move,
    [posting(payer, -minor), posting(claims(asset.code), minor)],
    {},
  )
}
