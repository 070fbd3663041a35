import { assert, type Id, type Instant, type Money, maxOf, minOf, money } from '@bolsillo/kernel'
import {
  type AccountId,
  accountId,
  type CustodyMove,
  custodyMoveEntry,
  type JournalEntry,
  planCustody,
} from '@bolsillo/ledger/domain'
import { railCustody } from './payment-transfers.ts'

/** What a rail took back, or paid, beyond what all custodians held for us. Its ledger owner is that of the rail's custody. */
export function railOwed(railId: string, asset: string): AccountId {
  return accountId(`rail-${railId}`, 'owed', asset)
}

/**
 * Kinds of entries that move a rail's custody without any movement on the rail: reconciliation leaves them out, because
 * what such an entry adds on one of our accounts it takes from another.
 */
export const innerKinds: readonly string[] = ['custody-sweep', 'rail-debt', 'rail-debt-settled']

/** What an entry about the debt to a rail states. `cause` is the deposit or payment it happened for. */
interface RailDebt {
  readonly railId: string
  readonly amount: Money
  readonly cause: string
}

interface EntryStamp {
  readonly id: Id<'ent'>
  readonly at: Instant
}

/** A rail gave or took back more than all custodians hold: that much is owed to it. */
function railDebtEntry(debt: RailDebt, stamp: EntryStamp): JournalEntry {
  return debtEntry('rail-debt', debt, stamp, debt.amount.minor)
}

/** Money received by a rail settles our liability to it first. */
function railDebtSettledEntry(debt: RailDebt, stamp: EntryStamp): JournalEntry {
  return debtEntry('rail-debt-settled', debt, stamp, -debt.amount.minor)
}

function debtEntry(
  kind: 'rail-debt' | 'rail-debt-settled',
  { railId, amount, cause }: RailDebt,
  { id, at }: EntryStamp,
  owedMore: bigint,
): JournalEntry {
  const { code } = amount.asset
  return {
    id,
    kind,
    at,
    actor: 'payments',
    reference: `rail:${railId}`,
    details: { rail: railId, cause },
    postings: [
      { account: railOwed(railId, code), posted: owedMore, held: 0n },
      { account: railCustody(railId, code), posted: -owedMore, held: 0n },
    ],
  }
}

/**
 * The entries before one by which a rail pays `amount`, so that it can always be booked: the rail's shortfall comes from the
 * other custodians, and the shortfall of all of them together becomes a debt to the rail. `held`: the locked balance of each
 * custodian of the asset, above zero.
 */
export function coverEntries(
  { railId, amount, cause }: RailDebt,
  held: ReadonlyMap<AccountId, bigint>,
  stamp: () => EntryStamp,
): readonly JournalEntry[] {
  const { asset, minor } = amount
  const total = [...held.values()].reduce((sum, one) => sum + one, 0n)
  const there = minOf(minor, total)
  const entry = { actor: 'payments', reference: `payout:${cause}` }
  const moves = there === 0n ? [] : movesTo(held, railCustody(railId, asset.code), asset.code, there)
  return [
    ...moves.map((move) => custodyMoveEntry(move, { ...entry, ...stamp() })),
    ...(there === minor ? [] : [railDebtEntry({ railId, amount: money(minor - there, asset), cause }, stamp())]),
  ]
}

/** Keeps nothing back for payments under way: the money covered here has left already. */
function movesTo(
  held: ReadonlyMap<AccountId, bigint>,
  from: AccountId,
  asset: string,
  minor: bigint,
): readonly CustodyMove[] {
  const plan = planCustody(held, { asset, from, minor, promised: 0n })
  assert(plan.kind === 'covered', 'no more is planned than all custodians hold')
  return plan.moves
}

/**
 * The entry posted after one that credits a rail with `amount`: our liability to the rail is settled first. Empty when
 * nothing is. The balances are the posted ones before that entry, locked.
 */
export function settleEntries(
  arrival: RailDebt,
  posted: { readonly rail: bigint; readonly owed: bigint },
  stamp: () => EntryStamp,
): readonly JournalEntry[] {
  const settled = minOf(posted.owed, maxOf(0n, arrival.amount.minor - posted.rail))
  if (settled === 0n) return []
  return [railDebtSettledEntry({ ...arrival, amount: money(settled, arrival.amount.asset) }, stamp())]
}
