import { hash } from 'node:crypto'
import type { Id, Instant } from '@bolsillo/kernel'
import type { AccountId, AuditHead, NamedAccount, RecordedEntry } from '../domain/index.ts'

/** What the journal makes of an account. */
export interface FoldedAccount {
  posted: bigint
  held: bigint
  /** The number an act gave it, and that act; undefined for an account that was only posted to before acts. */
  accountNo: number | undefined
  namedSeq: bigint | undefined
  /** Over the blocks that posted to it and which of their acts did: what the index of accounts must come to. */
  noted: Buffer
}

/** What the journal makes of a reservation. */
export interface FoldedHold {
  readonly id: Id<'hld'>
  readonly account: AccountId
  readonly opened: bigint
  readonly openedSeq: bigint
  remaining: bigint
  closedSeq: bigint | undefined
}

/** A practice grant as its entry states it. */
export interface FoldedGrant {
  readonly seq: bigint
  readonly entryId: string
  readonly at: Instant
}

/** An entry or act that contradicts what came before it. */
export interface FoldFault {
  readonly problem: string
  readonly seq: bigint
  readonly account?: AccountId
}

/** Where the index of an account's blocks begins. */
export const nothingNoted: Buffer = Buffer.alloc(32)

/** The index of an account's blocks with one more. */
export function noteOn(before: Buffer, first: bigint, places: readonly number[]): Buffer {
  return hash('sha256', Buffer.concat([before, Buffer.from(`${first}:${places.join(',')};`)]), 'buffer')
}

/** The books made anew from the journal: accounts, open reservations, grants. Memory grows with those, not with entries. */
export class BooksFold {
  readonly accounts = new Map<AccountId, FoldedAccount>()
  readonly names = new Map<number, AccountId>()
  readonly holds = new Map<Id<'hld'>, FoldedHold>()
  readonly grants = new Map<string, FoldedGrant>()
  /** By number of a record of the audit, the hash the journal says it has. */
  readonly auditHeads = new Map<bigint, string>()
  /** Reservations closed since `takeClosed`. */
  #closed: FoldedHold[] = []
  #auditSeq = 0n
  /** Acts that are found by their cause: entries, and what is noted once. */
  filedCount = 0n
  holdCount = 0n

  /** An act gives an account its number. */
  name({ account, accountNo }: NamedAccount, seq: bigint): FoldFault | undefined {
    const known = this.#account(account)
    if (this.names.has(accountNo) || known.accountNo !== undefined)
      return {
        seq,
        account,
        problem: `act ${seq} gives ${account} the number ${accountNo}: one of them was given before`,
      }
    this.names.set(accountNo, account)
    known.accountNo = accountNo
    known.namedSeq = seq
    return undefined
  }

  /** An entry moves balances and reservations. */
  add(entry: RecordedEntry): FoldFault | undefined {
    const { seq, kind, actor, id: entryId, at } = entry
    this.filedCount += 1n
    if (kind === 'practice-grant' && actor.startsWith('cus_')) this.grants.set(actor, { seq, entryId, at })
    for (const [line, { account, posted, held, holdId, postedAfter, heldAfter }] of entry.postings.entries()) {
      const known = this.#account(account)
      known.posted += posted
      known.held += held
      if (known.posted !== postedAfter || known.held !== heldAfter)
        return { seq, account, problem: `posting ${line} of entry ${seq} does not continue the balance of ${account}` }
      if (holdId !== undefined && !this.#move(holdId, account, held, seq))
        return { seq, account, problem: `hold ${holdId} on ${account} is not what its postings made of it` }
    }
    return undefined
  }

  /** An act says where the audit stood. */
  noteAudit({ seq: record, hash }: AuditHead, seq: bigint): FoldFault | undefined {
    this.filedCount += 1n
    if (record <= this.#auditSeq)
      return { seq, problem: `act ${seq} names record ${record} of the audit after a later one` }
    this.#auditSeq = record
    this.auditHeads.set(record, hash)
    return undefined
  }

  /** An act says what became of a row elsewhere; whether the row is so, the checker of the books compares. */
  noteRow(): undefined {
    this.filedCount += 1n
  }

  /** A block is at its end: which of its acts posted to which accounts. */
  note(first: bigint, placesOf: ReadonlyMap<AccountId, readonly number[]>): void {
    for (const [account, places] of placesOf) {
      const known = this.#account(account)
      known.noted = noteOn(known.noted, first, places)
    }
  }

  /** The reservations closed since the last call. */
  takeClosed(): readonly FoldedHold[] {
    const closed = this.#closed
    this.#closed = []
    return closed
  }

  #account(account: AccountId): FoldedAccount {
    const known = this.accounts.get(account)
    if (known !== undefined) return known
    const made = { posted: 0n, held: 0n, accountNo: undefined, namedSeq: undefined, noted: nothingNoted }
    this.accounts.set(account, made)
    return made
  }

  /** Whether the reservation can be moved so. */
  #move(id: Id<'hld'>, account: AccountId, held: bigint, seq: bigint): boolean {
    const known = this.holds.get(id)
    if (known === undefined) {
      if (held <= 0n) return false
      this.holds.set(id, { id, account, opened: held, openedSeq: seq, remaining: held, closedSeq: undefined })
      this.holdCount += 1n
      return true
    }
    if (held > 0n || known.account !== account || known.remaining + held < 0n) return false
    known.remaining += held
    if (known.remaining === 0n) {
      this.holds.delete(id)
      this.#closed.push({ ...known, closedSeq: seq })
    }
    return true
  }
}
