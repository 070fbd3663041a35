import type { Id, Instant } from '@bolsillo/kernel'
import { isId } from '@bolsillo/kernel'
import { type AccountId, isAccountId } from './account.ts'
import type { Act, ActPosting } from './acts/index.ts'
import type { RecordedEntry, RecordedPosting } from './chain.ts'

/** The kind of the act that gives an account its number. */
export const accountActKind = 'account'

/** A number used for an account in every later act. */
export interface NamedAccount {
  readonly accountNo: number
  readonly account: AccountId
}

/** The act that gives an account its number; it comes before every act that moves something there. */
export function actOfAccount(seq: bigint, at: Instant, { account, accountNo }: NamedAccount): Act {
  const payload = { number: BigInt(accountNo) }
  const head = { number: seq, at, kind: accountActKind, actor: 'ledger', cause: `account:${accountNo}` }
  return { ...head, subject: account, payload, postings: [] }
}

/** Which account an act gives a number; undefined when it is another act. */
export function accountOfAct({ kind, subject, payload, postings }: Act): NamedAccount | undefined {
  const { number } = payload
  if (kind !== accountActKind || postings.length > 0 || typeof number !== 'bigint') return undefined
  return isAccountId(subject) ? { account: subject, accountNo: Number(number) } : undefined
}

/** An entry of the books as an act: its id is the cause, what it belongs to the subject, its details the payload. */
export function actOfEntry(entry: RecordedEntry, numberOf: (account: AccountId) => number): Act {
  const { seq, id, kind, at, actor, reference, details } = entry
  const postings = entry.postings.map(({ account, posted, held, holdId, postedAfter, heldAfter }): ActPosting => {
    const line = { account: numberOf(account), posted, held, postedAfter, heldAfter }
    return holdId === undefined ? line : { ...line, holdId }
  })
  return { number: seq, at, kind, actor, cause: id, subject: reference, payload: details, postings }
}

/** The placeholder for an account whose number no act gave: a finding of whoever reads, not a reason to stop. */
export const unknownAccount: AccountId = 'unknown:custody:UNKNOWN'

/** The entry an act is; undefined when it is none. */
export function entryOfAct(act: Act, nameOf: (accountNo: number) => AccountId | undefined): RecordedEntry | undefined {
  const { number: seq, at, kind, actor, cause, subject: reference, payload } = act
  if (act.postings.length === 0 || !isEntryId(cause)) return undefined
  const details: Record<string, string> = {}
  for (const [name, value] of Object.entries(payload)) {
    if (typeof value !== 'string') return undefined
    details[name] = value
  }
  const postings = act.postings.map(
    ({ account, ...posting }): RecordedPosting => ({ account: nameOf(account) ?? unknownAccount, ...posting }),
  )
  return { seq, id: cause, kind, at, actor, reference, details, postings }
}

const isEntryId = (text: string): text is Id<'ent'> => isId('ent', text)

/** What the hash of a block is taken of: the head before it and the hash of its acts. 32 bytes each. */
export function blockPreimage(headBefore: Uint8Array, bodyHash: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(blockDomain.length + headBefore.length + bodyHash.length)
  for (let at = 0; at < blockDomain.length; at += 1) bytes[at] = blockDomain.charCodeAt(at)
  bytes.set(headBefore, blockDomain.length)
  bytes.set(bodyHash, blockDomain.length + headBefore.length)
  return bytes
}
// Names what is hashed, so that no hash of another kind of record can be taken for the head of a block.
const blockDomain = 'bolsillo.block.1'
