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
  /** Over the acts that posted to it: what the index of accounts must come to. Entries from before acts are not among them. */
  readonly acts: ActsDigest
}

/** What the journal makes of a reservation that is open. */
export interface FoldedHold {
  readonly id: Id<'hld'>
  readonly account: AccountId
  readonly opened: bigint
  readonly openedSeq: bigint
  remaining: bigint
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

/** How many numbers of acts are hashed at once. */
const actsHashed = 64

/** What a list of numbers of acts comes to, however it is cut into rows. */
export class ActsDigest {
  #hash = ''
  #pending: bigint[] = []

  add(seq: bigint): void {
    this.#pending.push(seq)
    if (this.#pending.length < actsHashed) return
    this.#hash = this.#with()
    this.#pending = []
  }

  /** The hash of all that was added. */
  value(): string {
    return this.#with()
  }

  #with(): string {
    return hash('sha256', `${this.#hash};${this.#pending.join(',')}`, 'hex')
  }
}

/** The books made anew from the journal: accounts, open reservations, grants. Memory grows with those, not with entries. */
export class BooksFold {
  readonly accounts = new Map<AccountId, FoldedAccount>()
  readonly names = new Map<number, AccountId>()
  readonly holds = new Map<Id<'hld'>, FoldedHold>()
  readonly grants = new Map<string, FoldedGrant>()
  /** By number of a record of the audit, the hash the journal says it has. */
  readonly auditHeads = new Map<bigint, string>()
  #auditSeq = 0n
  /** Acts that are found by their cause: entries, and what is noted once. */
  filedCount = 0n
  /** The highest cause of these acts. */
  highestId = ''

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
    this.#file(entryId)
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
    this.#file(`audit:${record}`)
    if (record <= this.#auditSeq)
      return { seq, problem: `act ${seq} names record ${record} of the audit after a later one` }
    this.#auditSeq = record
    this.auditHeads.set(record, hash)
    return undefined
  }

  /** An act posts to an account. */
  note(seq: bigint, account: AccountId): void {
    this.#account(account).acts.add(seq)
  }

  /** An act says what became of a row elsewhere; whether the row is so, the checker of the books compares. */
  noteRow(cause: string): undefined {
    this.#file(cause)
  }

  #file(cause: string): void {
    this.filedCount += 1n
    if (cause > this.highestId) this.highestId = cause
  }

  #account(account: AccountId): FoldedAccount {
    const known = this.accounts.get(account)
    if (known !== undefined) return known
    const made = { posted: 0n, held: 0n, accountNo: undefined, namedSeq: undefined, acts: new ActsDigest() }
    this.accounts.set(account, made)
    return made
  }

  /** Whether the reservation can be moved so. */
  #move(id: Id<'hld'>, account: AccountId, held: bigint, seq: bigint): boolean {
    const known = this.holds.get(id)
    if (known === undefined) {
      if (held <= 0n) return false
      this.holds.set(id, { id, account, opened: held, openedSeq: seq, remaining: held })
      return true
    }
    if (held > 0n || known.account !== account || known.remaining + held < 0n) return false
    known.remaining += held
    if (known.remaining === 0n) this.holds.delete(id)
    return true
  }
}
