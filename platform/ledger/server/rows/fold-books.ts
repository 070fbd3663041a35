import { type Id, type Instant, present } from '@bolsillo/kernel'
import type { Tx } from '@bolsillo/server-kit'
import {
  type AccountId,
  type AuditHead,
  accountParts,
  auditHeadOfAct,
  type ChainHead,
  isAccountId,
  type NamedAccount,
  type RecordedEntry,
} from '../../domain/index.ts'
import { findOldBlocks } from '../journal/old-blocks-store.ts'
import { storedAccounts } from '../verify/verify-store.ts'
import {
  ledgerLists,
  ledgerTables,
  notedAtOnce,
  putAccount,
  putFiled,
  putGrant,
  putHead,
  putHold,
  putKinds,
  putNoted,
  putOldNoted,
} from './ledger-tables.ts'
import {
  type FoldFault,
  type FollowedAct,
  type PutRow,
  putAll,
  type RowMaker,
  type RowSource,
  type RowTaker,
} from './row-source.ts'

/** What the journal makes of an account. */
export interface FoldedAccount {
  posted: bigint
  held: bigint
  /** Its number; the act that gave it, undefined for an account that was only posted to before acts. */
  no: number | undefined
  namedSeq: bigint | undefined
  /** The newest acts that posted to it: those that are in no row of their own. Entries from before acts are not among them. */
  recent: bigint[]
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
  readonly entryId: string
  readonly at: Instant
}

/** The books rebuilt from the journal: accounts, open reservations, grants. Memory grows with those, not with entries. */
export class BooksFold implements RowMaker {
  readonly accounts = new Map<AccountId, FoldedAccount>()
  readonly names = new Map<number, AccountId>()
  readonly holds = new Map<Id<'hld'>, FoldedHold>()
  readonly grants = new Map<string, FoldedGrant>()
  /** By number of a record of the audit, the hash the journal says it has. */
  readonly auditHeads = new Map<bigint, string>()
  #auditSeq = 0n
  /** The highest cause by which an act is found, in the order of its bytes. */
  #highestId = Buffer.alloc(0)

  follow({ seq, cause, act, entry, named }: FollowedAct, put: PutRow): FoldFault | undefined {
    if (cause !== undefined) this.#file(cause, seq, put)
    if (named !== undefined) return this.name(named, seq)
    const audit = act === undefined ? undefined : auditHeadOfAct(act)
    if (audit !== undefined) return this.#noteAudit(audit, seq)
    if (entry === undefined) return undefined
    const fault = this.#add(entry)
    if (fault === undefined && act !== undefined) this.#note(entry, put)
    return fault
  }

  async finish(end: ChainHead, out: RowTaker, tx: Tx): Promise<FoldFault | undefined> {
    const { put } = out
    putKinds(put)
    putHead(put, end, this.#highestId.toString())
    for (const [account, folded] of this.accounts) {
      const problem = overdrawn(account, folded)
      if (problem !== undefined) return { account, problem }
    }
    await putAll(out, this.accounts, ([account, folded]) => putAccount(put, this.#numberOf(account), account, folded))
    await putAll(out, this.holds.values(), (hold) => putHold(put, this.#numberOf(hold.account), hold))
    await putAll(out, this.grants, ([customerId, grant]) => putGrant(put, customerId, grant))
    await putAll(out, findOldBlocks(tx), ({ first, accountNos }) => {
      for (const no of accountNos) putOldNoted(put, no, first)
    })
    // An account may be opened before anything is posted there: of such a one the journal knows nothing, and it has nothing.
    await putAll(out, storedAccounts(tx), ({ no, id }) => {
      if (this.names.has(no) || !isAccountId(id) || this.accounts.has(id)) return
      putAccount(put, no, id, { posted: 0n, held: 0n, namedSeq: undefined, recent: [] })
    })
    return undefined
  }

  /** An act gives an account its number. */
  name({ account, accountNo }: NamedAccount, seq: bigint): FoldFault | undefined {
    const known = this.#account(account)
    const isTaken = (this.names.get(accountNo) ?? account) !== account || (known.no ?? accountNo) !== accountNo
    if (isTaken || known.namedSeq !== undefined)
      return {
        seq,
        account,
        problem: `act ${seq} gives ${account} the number ${accountNo}: one of them was given before`,
      }
    this.number(account, accountNo)
    known.namedSeq = seq
    return undefined
  }

  /** An account that is posted to before acts has this number. */
  number(account: AccountId, accountNo: number): void {
    this.names.set(accountNo, account)
    this.#account(account).no = accountNo
  }

  #add(entry: RecordedEntry): FoldFault | undefined {
    const { seq, kind, actor, id: entryId, at } = entry
    if (kind === 'practice-grant' && actor.startsWith('cus_')) this.grants.set(actor, { entryId, at })
    for (const [line, { account, posted, held, holdId, postedAfter, heldAfter }] of entry.postings.entries()) {
      const known = this.#account(account)
      known.posted += posted
      known.held += held
      if (known.posted !== postedAfter || known.held !== heldAfter)
        return { seq, account, problem: `posting ${line} of entry ${seq} does not continue the balance of ${account}` }
      if (holdId !== undefined && !this.#move({ id: holdId, account, held, seq }))
        return { seq, account, problem: `hold ${holdId} on ${account} is not what its postings made of it` }
    }
    return undefined
  }

  #noteAudit({ seq: record, hash }: AuditHead, seq: bigint): FoldFault | undefined {
    // The end of the chain is named once more by the version that ends it.
    if (record < this.#auditSeq || (this.auditHeads.get(record) ?? hash) !== hash)
      return { seq, problem: `act ${seq} names record ${record} of the audit after a later one` }
    this.#auditSeq = record
    this.auditHeads.set(record, hash)
    return undefined
  }

  #file(cause: string, seq: bigint, put: PutRow): void {
    putFiled(put, cause, seq)
    const bytes = Buffer.from(cause)
    if (Buffer.compare(bytes, this.#highestId) > 0) this.#highestId = bytes
  }

  /** An act posts to accounts. */
  #note({ seq, postings }: RecordedEntry, put: PutRow): void {
    for (const account of new Set(postings.map((posting) => posting.account))) {
      const known = this.#account(account)
      known.recent.push(seq)
      if (known.recent.length < notedAtOnce) continue
      putNoted(put, this.#numberOf(account), known.recent)
      known.recent = []
    }
  }

  #numberOf(account: AccountId): number {
    return present(this.accounts.get(account)?.no, `the number of ${account}`)
  }

  #account(account: AccountId): FoldedAccount {
    const known = this.accounts.get(account)
    if (known !== undefined) return known
    const made = { posted: 0n, held: 0n, no: undefined, namedSeq: undefined, recent: [] }
    this.accounts.set(account, made)
    return made
  }

  /** Whether the reservation can be moved so. One that is closed is forgotten. */
  #move({ id, account, held, seq }: { id: Id<'hld'>; account: AccountId; held: bigint; seq: bigint }): boolean {
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

function overdrawn(account: AccountId, { posted, held }: FoldedAccount): string | undefined {
  const isCredit = accountParts(account).side === 'credit'
  if (isCredit && (held < 0n || posted < held)) return `${account} is overdrawn`
  return isCredit || (posted <= 0n && held === 0n) ? undefined : `${account} is on the wrong side of zero`
}

/** What the ledger registers of its own tables. */
export const ledgerRows: RowSource = { tables: ledgerTables, lists: ledgerLists, begin: () => new BooksFold() }
