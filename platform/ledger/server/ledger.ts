import type { Id, Instant } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import type { AccountId, Act, Balance, ChainHead, JournalEntry, NewAct, Purse, RecordedEntry } from '../domain/index.ts'

/** The result of posting. On `insufficient` nothing was written; the transaction may go on. */
export type PostOutcome =
  | { readonly kind: 'posted'; readonly seqs: readonly bigint[] }
  | {
      readonly kind: 'insufficient'
      /** The first entry that does not fit, and the account it would overdraw. */
      readonly entryId: Id<'ent'>
      readonly account: AccountId
      /** What the account has to spend right before that entry, and how much more it would need; minor units. */
      readonly available: bigint
      readonly short: bigint
    }

/** A balance of a customer: one purse, one asset; minor units. */
export interface CustomerBalance extends Balance {
  readonly account: AccountId
  readonly purse: Purse
  readonly asset: string
  /** How many reservations are open on it. */
  readonly holds: number
}

/** An entry with its hash in the tree of the journal: what a receipt states. */
export interface ChainedEntry {
  readonly entry: RecordedEntry
  readonly hash: string
  /** The bytes the hash is taken of. Absent for an entry from before acts. */
  readonly act?: Uint8Array
  /** The hash of the entry before, of an entry from before acts: `entryPreimage` is what its hash is taken of. */
  readonly previousHash?: string
}

/** What an entry moved on one of a customer's accounts. */
export interface CustomerPosting {
  readonly seq: bigint
  readonly at: Instant
  readonly kind: string
  readonly purse: Purse
  readonly asset: string
  readonly posted: bigint
}

/** One line of "explain this balance": an entry, what it did to the account, and what the account had after it. */
export interface AccountLine extends ChainedEntry {
  readonly seq: bigint
  /** The posting's index in the entry. */
  readonly line: number
}

/** Newest first. `before` is the `next` of the page before. */
export interface PageOfAccount {
  readonly before?: { readonly seq: bigint; readonly line: number }
  readonly limit: number
  /** Leaves out lines that only reserved or released. */
  readonly movedOnly?: boolean
}

/** A reservation. It is opened once with `opened`; `remaining` only falls; at zero it is closed for ever. */
export interface Hold {
  readonly id: Id<'hld'>
  readonly account: AccountId
  readonly opened: bigint
  readonly remaining: bigint
}

/** Options of `Ledger.post` beside the entries. */
export interface PostOptions {
  /**
   * Hears the numbers as soon as the entries are on their way to the database: what needs them may be sent behind, and more
   * may be posted. Nothing is certain before `post` has answered. `head`: the head they lead to, if anything is written.
   */
  readonly numbered?: (seqs: readonly bigint[], head?: ChainHead) => void
  /**
   * The caller made the ids of the entries itself, just now, and no other call has them. Then nothing is read before it is
   * written: an id that is there after all, or a hold that is not, fails the transaction instead of being named.
   */
  readonly areNew?: boolean
  /**
   * Acts that move nothing, behind the entries in the same block. One with a cause happens once for it; the others are found
   * by whoever keeps their numbers: the last `notes.length` up to the number of the head.
   */
  readonly notes?: readonly NewAct[]
  /** What the accounts have at the head this transaction has locked, where the caller knows: then it is not read. */
  readonly had?: ReadonlyMap<AccountId, Balance>
}

/**
 * The books. The only way value moves. Every effect happens inside the caller's transaction.
 *
 * Whoever moves something takes the head of the journal first and keeps it until the transaction ends: what accounts have
 * cannot change meanwhile, so nothing else is locked and nobody waits in a circle. Transactions take turns, so what is slow
 * happens before the first `lock` or `post`.
 */
export interface Ledger {
  /** Takes the head of the journal until the transaction ends. A second call answers where this transaction has brought it. */
  readonly lockHead: (tx: Tx) => Promise<ChainHead>
  /** Takes the head, then reads what these accounts have, opening missing ones at zero. */
  readonly lock: (tx: Tx, accounts: readonly AccountId[]) => Promise<ReadonlyMap<AccountId, Balance>>
  /**
   * Appends entries in order, updates balances and holds, extends the chain. All or nothing. Idempotent by entry id:
   * the same id with the same content has no further effect; with other content it is an assertion.
   * Emits one `ledger.balance-changed` to the outbox that names every customer touched.
   */
  readonly post: (tx: Tx, entries: readonly JournalEntry[], options?: PostOptions) => Promise<PostOutcome>
  /** Balances as committed (or as this transaction sees them); accounts never used are zero. */
  readonly balances: (db: Db, accounts: readonly AccountId[]) => Promise<ReadonlyMap<AccountId, Balance>>
  /** What was moved by the acts behind number `after` up to `last`, as they leave it. */
  readonly movedBetween: (db: Db, after: bigint, last: bigint) => Promise<ReadonlyMap<AccountId, Balance>>
  readonly balancesOfCustomer: (db: Db, customerId: Id<'cus'>) => Promise<readonly CustomerBalance[]>
  readonly entriesOfAccount: (db: Db, account: AccountId, page: PageOfAccount) => Promise<readonly AccountLine[]>
  /** Those of these numbers that are acts, in the order asked. */
  readonly acts: (db: Db, numbers: readonly bigint[]) => Promise<readonly Act[]>
  /** Entries by id, in the order they were made. */
  readonly entries: (db: Db, ids: readonly Id<'ent'>[]) => Promise<readonly ChainedEntry[]>
  /**
   * Everything posted (not merely held) to a customer's accounts from an instant on, in the order it was recorded.
   * `after`: only of entries with a higher number.
   */
  readonly postingsOfCustomer: (
    db: Db,
    customerId: Id<'cus'>,
    since: Instant,
    after?: bigint,
  ) => Promise<readonly CustomerPosting[]>
  readonly openHolds: (db: Db, account: AccountId) => Promise<readonly Hold[]>
  readonly head: (db: Db) => Promise<ChainHead>
}
