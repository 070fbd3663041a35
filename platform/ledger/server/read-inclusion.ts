import type { ReplyOf, RequestOf } from '@bolsillo/contract'
import { type Instant, present, type Rejection, reject } from '@bolsillo/kernel'
import type { Db, ReadContext } from '@bolsillo/server-kit'
import { type readInclusion as contract, type readConsistency, rejections } from '../contract.ts'
import { isEntryOf, plainHead, soleEntryText, type WitnessLine } from '../domain/index.ts'
import { auditPath, consistencyPath } from './journal-tree.ts'
import type { Ledger } from './ledger.ts'
import type { Witness } from './witness.ts'

type Reply = ReplyOf<typeof contract>

/** What is known of the signed heads. */
export interface SignedHeads {
  /** Undefined where no heads are kept. */
  readonly witness: Witness | undefined
  /** When the next one is due. */
  readonly nextAt: (now: Instant) => Instant
}

/** See the contract. An entry of somebody else is as unknown as one that does not exist. */
export async function readInclusion(
  { ledger, heads }: { readonly ledger: Pick<Ledger, 'entries'>; readonly heads: SignedHeads },
  { entryId }: RequestOf<typeof contract>,
  { customer, db, now }: ReadContext,
): Promise<Reply | Rejection> {
  const { customerId } = present(customer, 'session')
  const [found] = await ledger.entries(db, [entryId])
  if (found === undefined || !isEntryOf(found.entry, customerId))
    return reject(rejections.entryUnknown, { field: 'entryId' })
  const { entry, hash, previousHash } = found
  const canonical = soleEntryText(previousHash, entry, customerId)
  return {
    entryId,
    seq: String(entry.seq),
    previousHash,
    hash,
    ...(canonical === undefined ? {} : { canonical }),
    ...(await standingOf(db, entry.seq, heads, now)),
  }
}

async function standingOf(
  db: Db,
  seq: bigint,
  { witness, nextAt }: SignedHeads,
  now: Instant,
): Promise<Pick<Reply, 'state' | 'nextAt' | 'proof'>> {
  if (witness === undefined) return { state: 'unsigned' }
  if (witness.problem() !== undefined) return { state: 'stopped' }
  const head = witness.last()
  if (head?.tree === undefined || head.tree.size < seq) return { state: 'waiting', nextAt: nextAt(now) }
  const { size } = head.tree
  const path = await auditPath(db, seq, size)
  // The tree that was signed is not there any more: the next signature finds it too, and says why.
  if (path === undefined) return { state: 'stopped' }
  const proof = { index: String(seq - 1n), size: String(size), path: [...path], head: plainHead(head) }
  return { state: 'signed', proof }
}

/** See the contract. */
export async function readConsistencyPath(
  { witness }: SignedHeads,
  request: RequestOf<typeof readConsistency>,
  db: Db,
): Promise<ReplyOf<typeof readConsistency> | Rejection> {
  const head: WitnessLine | undefined = witness?.last()
  if (head?.tree === undefined) return reject(rejections.treeUnsigned)
  const to = request.to === undefined ? head.tree.size : BigInt(request.to)
  const from = BigInt(request.from)
  if (to > head.tree.size) return beyond('to', head.tree.size)
  if (from > to) return beyond('from', to)
  const path = await consistencyPath(db, from, to)
  if (path === undefined) return reject(rejections.treeUnsigned)
  return { from: String(from), to: String(to), path: [...path], head: plainHead(head) }
}

const beyond = (name: 'from' | 'to', max: bigint): Rejection =>
  reject(rejections.treeBeyond, { field: name, values: { max: String(max) } })
