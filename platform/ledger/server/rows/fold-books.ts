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
import { findOldBlocks } from '../old-blocks-store.ts'
import { storedAccounts } from '../verify-store.ts'
import { ledgerTables, putAccount, putFiled, putGrant, putHead, putHold, putKinds, putNoted } from './ledger-tables.ts'
import type { FoldFault, FollowedAct, PutRow, RowMaker, RowSource, RowTaker } from './row-source.ts'

/** What the journal makes of an account. */
export interface FoldedAccount {
  posted: bigint
  held: bigint
  /** Its number; the act that gave it, undefined for an account that was only posted to before acts. */
  no: number | undefined
  namedSeq: bigint | undefined
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
  readonly entryId: string
  readonly at: Instant
}

/** Rows put between two times at which they are let go. */
const rowsAtOnce = 5000

/** The books made anew from the journal: accounts, open reservations, grants. Memory grows with those, not with entries. */
export class BooksFold implements RowMaker {
  readonly accounts = new Map<AccountId, FoldedAccount>()
  readonly names = new Map<number, AccountId>()
  readonly holds = new Map<Id<'hld'>, FoldedHold>()
  readonly grants = new Map<string, FoldedGrant>()
  /** By number of a record of the audit, the hash the journal says it has. */
  readonly auditHeads = new Map<bigint, string>()
  /** Of the block that is read: the accounts moved, and which of its acts did. */
  readonly #places = new Map<AccountId, number[]>()
  #place = 0
  #auditSeq = 0n

  follow({ seq, cause, act, entry, named }: FollowedAct, put: PutRow): FoldFault | undefined {
    if (cause !== undefined) putFiled(put, cause, seq)
    const place = this.#place
    if (act !== undefined) this.#place += 1
    if (named !== undefined) return this.name(named, seq)
    const audit = act === undefined ? undefined : auditHeadOfAct(act)
    if (audit !== undefined) return this.#noteAudit(audit, seq)
    if (entry === undefined) return undefined
    for (const { account } of act === undefined ? [] : entry.postings) this.#notePlace(account, place)
    return this.#add(entry, put)
  }

  closeBlock(first: bigint, put: PutRow): void {
    for (const [account, places] of this.#places) putNoted(put, this.#numberOf(account), first, places)
    this.#places.clear()
    this.#place = 0
  }

  async finish(end: ChainHead, out: RowTaker, tx: Tx): Promise<FoldFault | undefined> {
    const { put } = out
    putKinds(put)
    putHead(put, end)
    let count = 0
    const rest = async (): Promise<void> => {
      count += 1
      if (count % rowsAtOnce === 0) await out.flush()
    }
    for (const [account, folded] of this.accounts) {
      const problem = overdrawn(account, folded)
      if (problem !== undefined) return { account, problem }
      putAccount(put, this.#numberOf(account), account, folded)
      await rest()
    }
    for (const hold of this.holds.values()) {
      putHold(put, this.#numberOf(hold.account), hold)
      await rest()
    }
    for (const [customerId, grant] of this.grants) {
      putGrant(put, customerId, grant)
      await rest()
    }
    for await (const { first, accountNos } of findOldBlocks(tx))
      for (const no of accountNos) {
        putNoted(put, no, first, undefined)
        await rest()
      }
    // An account may be opened before anything is posted there: of such a one the journal knows nothing, and it has nothing.
    for await (const { no, id } of storedAccounts(tx)) {
      if (this.names.has(no) || !isAccountId(id) || this.accounts.has(id)) continue
      putAccount(put, no, id, { posted: 0n, held: 0n, namedSeq: undefined })
      await rest()
    }
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

  #add(entry: RecordedEntry, put: PutRow): FoldFault | undefined {
    const { seq, kind, actor, id: entryId, at } = entry
    if (kind === 'practice-grant' && actor.startsWith('cus_')) this.grants.set(actor, { entryId, at })
    for (const [line, { account, posted, held, holdId, postedAfter, heldAfter }] of entry.postings.entries()) {
      const known = this.#account(account)
      known.posted += posted
      known.held += held
      if (known.posted !== postedAfter || known.held !== heldAfter)
        return { seq, account, problem: `posting ${line} of entry ${seq} does not continue the balance of ${account}` }
      if (holdId !== undefined && !this.#move({ id: holdId, account, held, seq }, put))
        return { seq, account, problem: `hold ${holdId} on ${account} is not what its postings made of it` }
    }
    return undefined
  }

  #noteAudit({ seq: record, hash }: AuditHead, seq: bigint): FoldFault | undefined {
    if (record <= this.#auditSeq)
      return { seq, problem: `act ${seq} names record ${record} of the audit after a later one` }
    this.#auditSeq = record
    this.auditHeads.set(record, hash)
    return undefined
  }

  #notePlace(account: AccountId, place: number): void {
    const places = this.#places.get(account)
    if (places === undefined) this.#places.set(account, [place])
    else if (places.at(-1) !== place) places.push(place)
  }

  #numberOf(account: AccountId): number {
    return present(this.accounts.get(account)?.no, `the number of ${account}`)
  }

  #account(account: AccountId): FoldedAccount {
    const known = this.accounts.get(account)
    if (known !== undefined) return known
    const made = { posted: 0n, held: 0n, no: undefined, namedSeq: undefined }
    this.accounts.set(account, made)
    return made
  }

  /** Whether the reservation can be moved so. */
  #move(
    { id, account, held, seq }: { id: Id<'hld'>; account: AccountId; held: bigint; seq: bigint },
    put: PutRow,
  ): boolean {
    const known = this.holds.get(id)
    if (known === undefined) {
      if (held <= 0n) return false
      this.holds.set(id, { id, account, opened: held, openedSeq: seq, remaining: held, closedSeq: undefined })
      return true
    }
    if (held > 0n || known.account !== account || known.remaining + held < 0n) return false
    known.remaining += held
    if (known.remaining === 0n) {
      this.holds.delete(id)
      putHold(put, this.#numberOf(account), { ...known, closedSeq: seq })
    }
    return true
  }
}

function overdrawn(account: AccountId, { posted, held }: FoldedAccount): string | undefined {
  const isCredit = accountParts(account).side === 'credit'
  if (isCredit && (held < 0n || posted < held)) return `${account} is overdrawn`
  return isCredit || (posted <= 0n && held === 0n) ? undefined : `${account} is on the wrong side of zero`
}

/** What the ledger registers of its own tables. */
export const ledgerRows: RowSource = { tables: ledgerTables, begin: () => new BooksFold() }
