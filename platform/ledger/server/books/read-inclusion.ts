import type { ReplyOf } from '@bolsillo/contract'
import { type Instant, present, type Rejection, reject } from '@bolsillo/kernel'
import { type Db, useCase } from '@bolsillo/server-kit'
import * as calls from '../../contract/index.ts'
import { rejections } from '../../contract/index.ts'
import { isEntryOf, plainHead, type WitnessLine } from '../../domain/index.ts'
import type { LedgerRoomDeps } from '../deps.ts'
import { writeHashedEntries } from '../journal/hashed-entries.ts'
import { auditPath, consistencyPath, type TreeTiles } from '../journal/journal-tree.ts'
import type { Ledger } from '../ledger.ts'
import { readHead } from '../ledger-store.ts'
import type { Witness } from '../witness/witness.ts'

type Reply = ReplyOf<typeof calls.readInclusion>

/** See the contract. An entry of somebody else is as unknown as one that does not exist. */
export const readInclusion = useCase(
  calls.readInclusion,
  async (
    { entryId },
    { customer, db, now },
    { ledger, witness }: { readonly ledger: Pick<Ledger, 'entries'>; readonly witness: Witness | undefined },
  ): Promise<Reply | Rejection> => {
    const { customerId } = customer
    const [found] = await ledger.entries(db, [entryId])
    if (found === undefined || !isEntryOf(found.entry, customerId))
      return reject(rejections.entryUnknown, { field: 'entryId' })
    const shown = present((await writeHashedEntries(db, [found], customerId))[0], 'the entry found')
    const names = shown.names?.map(({ seq }) => BigInt(seq)) ?? []
    return { ...shown, ...(await standingOf(db, { seq: found.entry.seq, names }, witness, now)) }
  },
)

async function standingOf(
  db: Db,
  { seq, names }: { readonly seq: bigint; readonly names: readonly bigint[] },
  witness: Witness | undefined,
  now: Instant,
): Promise<Pick<Reply, 'state' | 'nextAt' | 'proof'>> {
  if (witness === undefined) return { state: 'unsigned' }
  const head = await witness.fresh(now)
  if (witness.problem() !== undefined) return { state: 'stopped' }
  if (head?.tree === undefined || head.tree.size < seq) return { state: 'waiting', nextAt: witness.nextAt(now) }
  const { size } = head.tree
  const [way, ...ways] = await Promise.all([seq, ...names].map((act) => wayOf(db, act, size)))
  const named = ways.filter((one) => one !== undefined)
  // The tree that was signed is not there any more: the next signature finds it too, and says why.
  if (way === undefined || named.length !== names.length) return { state: 'stopped' }
  const proof = { ...way, size: String(size), ...(names.length === 0 ? {} : { names: named }), head: plainHead(head) }
  return { state: 'signed', proof }
}

async function wayOf(db: Db, seq: bigint, size: bigint, tiles?: TreeTiles) {
  const path = await auditPath(db, seq, size, tiles)
  return path === undefined ? undefined : { index: String(seq - 1n), path: [...path] }
}

/** How acts lead to the newest signed head: those under it, in their order. Undefined while none can be followed. */
export async function waysToHead(witness: Witness | undefined, db: Db, acts: readonly bigint[], now: Instant) {
  const head = await witness?.fresh(now)
  if (head?.tree === undefined || witness?.problem() !== undefined) return undefined
  const { size } = head.tree
  const tiles: TreeTiles = new Map()
  const ways: { readonly index: string; readonly path: string[] }[] = []
  for (const act of acts) {
    const way = act > size ? undefined : await wayOf(db, act, size, tiles)
    if (way !== undefined) ways.push(way)
  }
  return { head: plainHead(head), ways }
}

/** See the contract. */
export const readConsistency = useCase(
  calls.readConsistency,
  async (
    request,
    { db, now },
    { witness }: LedgerRoomDeps,
  ): Promise<ReplyOf<typeof calls.readConsistency> | Rejection> => {
    const wanted = request.to === undefined ? undefined : BigInt(request.to)
    const head = await headUpTo(witness, wanted, db, now)
    if (head?.tree === undefined) return reject(rejections.treeUnsigned)
    const to = wanted ?? head.tree.size
    const from = BigInt(request.from)
    if (to > head.tree.size) return beyond('to', head.tree.size)
    if (from > to) return beyond('from', to)
    const path = await consistencyPath(db, from, to)
    if (path === undefined) return reject(rejections.treeUnsigned)
    return { from: String(from), to: String(to), path: [...path], head: plainHead(head) }
  },
)

/**
 * A signed head of at least so many entries, if the journal has them. Somebody who asks beyond the last one was given a
 * later head by another server of this installation: a refusal would look as if the journal had been rewritten.
 */
async function headUpTo(
  witness: Witness | undefined,
  size: bigint | undefined,
  db: Db,
  now: Instant,
): Promise<WitnessLine | undefined> {
  const head = await witness?.fresh(now)
  if (size === undefined || size <= (head?.tree?.size ?? 0n) || size > (await readHead(db)).seq) return head
  await witness?.sign(now)
  return witness?.last()
}

const beyond = (name: 'from' | 'to', max: bigint): Rejection =>
  reject(rejections.treeBeyond, { field: name, values: { max: String(max) } })
