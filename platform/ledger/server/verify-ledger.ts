import { type Db, nextTurn, type Sql, type Tx } from '@bolsillo/server-kit'
import {
  type AccountId,
  type Act,
  accountActKind,
  accountOfAct,
  auditHeadOfAct,
  CborReader,
  type ChainHead,
  entryOfAct,
  entryPreimage,
  entryProblems,
  genesis,
  isRowAct,
  NotCanonical,
  type RecordedEntry,
  readAct,
  type SignedTree,
} from '../domain/index.ts'
import { headAfter } from './append-store.ts'
import { compareWithBooks } from './compare-books.ts'
import { BooksFold } from './fold-books.ts'
import { createTreeFollower, type TreeFollower } from './follow-tree.ts'
import { actHash, findAccountNames, findBlocksFrom, findHeads, type StoredBlock } from './journal-store.ts'
import { readHead } from './ledger-store.ts'
import { findOldEnd, findOldEntriesAfter } from './old-blocks-store.ts'
import { sha256 } from './post-entries.ts'
import { allowLongPass, findMisfiled } from './verify-store.ts'

/** What verifying found: everything follows from the journal, or the first row that does not and why. */
export type Verdict =
  | {
      readonly ok: true
      readonly entries: bigint
      readonly head: ChainHead
      /** By number of a record of the audit, the hash the journal says it has; the whole journal was read. */
      readonly auditHeads?: ReadonlyMap<bigint, string>
    }
  | { readonly ok: false; readonly problem: string; readonly seq?: bigint; readonly account?: string }

export interface VerifyOptions {
  /** Heads that were signed earlier and kept outside the database: each must be a prefix of the journal, and its tree. */
  readonly witnessed?: readonly (ChainHead & SignedTree)[]
}

type Fault = Extract<Verdict, { ok: false }>

/** Acts read at a time: bounds the memory whatever the length of the journal. */
const actsPerRead = 2000
/** Acts looked at between two turns of the event loop: a millisecond or two. */
const actsInTurn = 32

/**
 * Makes the books anew from the journal, on one snapshot: the chain from genesis (numbers without gaps, hashes over every
 * stored byte, conservation, sides), the tree over it with every root that was signed, every running balance and
 * reservation, then compares each row that follows from it, then the head.
 * Reads forward; memory grows with accounts and open reservations, not with entries.
 */
export async function verifyLedger(db: Db, options: VerifyOptions = {}): Promise<Verdict> {
  return await onSnapshot(db, async (tx) => {
    await allowLongPass(tx)
    const witnessed = options.witnessed ?? []
    const tree = createTreeFollower(witnessed.flatMap((head) => head.tree ?? []))
    const fold = new BooksFold()
    const chain = await followChain(tx, genesis, { actsMax: Number.POSITIVE_INFINITY, tree, fold })
    if (!chain.ok) return chain
    const fault: Omit<Fault, 'ok'> | undefined =
      (await findUnwitnessed(tx, witnessed, chain.head)) ??
      (await tree.finish(tx)) ??
      (await compareWithBooks(tx, fold))
    if (fault !== undefined) return { ...fault, ok: false }
    return fold.auditHeads.size === 0 ? chain : { ...chain, auditHeads: fold.auditHeads }
  })
}

/**
 * Follows the chain from a head known to be good towards its present end, on one snapshot; reads about `actsMax` acts, and
 * a block always whole.
 */
export async function verifyChain(db: Db, from: ChainHead, actsMax = Number.POSITIVE_INFINITY): Promise<Verdict> {
  return await onSnapshot(db, (tx) => followChain(tx, from, { actsMax }))
}

interface Following {
  readonly actsMax: number
  readonly tree?: TreeFollower
  readonly fold?: BooksFold
}

/** What a page of the journal came to. */
type Step = { readonly ok: true; readonly at: ChainHead; readonly read: number } | Fault

async function followChain(tx: Tx, from: ChainHead, following: Following): Promise<Verdict> {
  const { actsMax, tree } = following
  const oldEnd = await findOldEnd(tx)
  let at = from
  let read = 0
  while (read < actsMax) {
    const limit = Math.min(actsPerRead, actsMax - read)
    const step =
      at.seq < oldEnd ? await followOld(tx, at, limit, following) : await followBlocks(tx, at, limit, following)
    if (!step.ok) return step
    const fault: Omit<Fault, 'ok'> | undefined = await tree?.compare(tx)
    if (fault !== undefined) return { ...fault, ok: false }
    at = step.at
    read += step.read
    if (step.read > 0) continue
    const head = await readHead(tx)
    if (head.seq === at.seq && head.hash === at.hash) break
    const problem = `the head of the chain says entry ${head.seq}, the journal ends at ${at.seq}`
    return { ok: false, seq: at.seq, problem }
  }
  return { ok: true, entries: at.seq, head: at }
}

/** Entries from before acts: each names the hash of the one before. */
async function followOld(tx: Tx, from: ChainHead, limit: number, { tree, fold }: Following): Promise<Step> {
  let at = from
  const page = await findOldEntriesAfter(tx, at.seq, limit)
  for (const [place, { entry, hash }] of page.entries()) {
    if (place % actsInTurn === actsInTurn - 1) await nextTurn()
    const expected = at.seq + 1n
    if (entry.seq !== expected)
      return { ok: false, seq: expected, problem: `entry ${expected} is missing; the next one is ${entry.seq}` }
    if (sha256(entryPreimage(at.hash, entry)) !== hash) return changed(entry.seq, `entry ${entry.seq} (${entry.id})`)
    const fault = entryFault(entry) ?? fold?.add(entry)
    if (fault !== undefined) return { ...fault, ok: false }
    at = { seq: entry.seq, hash }
    tree?.add(hash)
  }
  const misfiled =
    fold === undefined
      ? undefined
      : await findMisfiled(
          tx,
          page.map(({ entry }) => entry),
        )
  return misfiled === undefined ? { ok: true, at, read: page.length } : { ok: false, ...misfiled }
}

async function followBlocks(tx: Tx, from: ChainHead, limit: number, { tree, fold }: Following): Promise<Step> {
  let at = from
  let read = 0
  for (const block of await findBlocksFrom(tx, at.seq + 1n, limit)) {
    const acts = readBlock(block, at)
    if (!Array.isArray(acts)) return acts
    const names = fold?.names ?? (await namesOf(tx, acts))
    const filed: { readonly id: string; readonly seq: bigint }[] = []
    for (const [place, { act, bytes }] of acts.entries()) {
      if (place % actsInTurn === actsInTurn - 1) await nextTurn()
      const fault = followAct(act, names, fold)
      if (fault !== undefined) return { ...fault, ok: false }
      if (act.kind !== accountActKind && act.cause !== '') filed.push({ id: act.cause, seq: act.number })
      tree?.add(actHash(bytes).toString('hex'))
    }
    const misfiled = fold === undefined ? undefined : await findMisfiled(tx, filed)
    if (misfiled !== undefined) return { ok: false, ...misfiled }
    at = { seq: block.last, hash: block.head }
    read += acts.length
  }
  return { ok: true, at, read }
}

/** What an act does to the books. */
function followAct(
  act: Act,
  names: ReadonlyMap<number, AccountId>,
  fold: BooksFold | undefined,
): Omit<Fault, 'ok'> | undefined {
  const named = accountOfAct(act)
  if (named !== undefined) return fold?.name(named, act.number)
  const audit = auditHeadOfAct(act)
  if (audit !== undefined) return fold?.noteAudit(audit, act.number)
  // What another room makes of it, that room's checks know.
  if (act.cause === '' && act.postings.length === 0) return undefined
  if (isRowAct(act)) return fold?.noteRow(act.cause)
  const entry = entryOfAct(act, (number) => names.get(number))
  if (entry === undefined)
    return { seq: act.number, problem: `act ${act.number} is of no kind that is known: ${act.kind}` }
  if (fold !== undefined) for (const account of accountsOf(entry)) fold.note(act.number, account)
  return entryFault(entry) ?? fold?.add(entry)
}

const accountsOf = ({ postings }: RecordedEntry): ReadonlySet<AccountId> =>
  new Set(postings.map(({ account }) => account))

/** The acts of a block that follows a head, or why it does not. */
function readBlock(
  { first, last, head, places, body }: StoredBlock,
  { seq, hash }: ChainHead,
): { readonly act: Act; readonly bytes: Uint8Array }[] | Fault {
  const expected = seq + 1n
  if (first !== expected)
    return { ok: false, seq: expected, problem: `entry ${expected} is missing; the next one is ${first}` }
  if (headAfter(hash, body) !== head) return changed(first, `block ${first} to ${last}`)
  const acts: { readonly act: Act; readonly bytes: Uint8Array }[] = []
  const reader = new CborReader(body)
  while (!reader.isAtEnd) {
    const number = first + BigInt(acts.length)
    const start = reader.at
    const noted = places.length >= 4 * (acts.length + 1) ? places.readUInt32BE(4 * acts.length) : undefined
    const act = readOne(reader)
    if (act instanceof NotCanonical) return { ok: false, seq: number, problem: `act ${number}: ${act.message}` }
    if (act.number !== number)
      return { ok: false, seq: number, problem: `act ${number} says that it is number ${act.number}` }
    if (noted !== start) return { ok: false, seq: number, problem: `act ${number} is not where its block says` }
    acts.push({ act, bytes: body.subarray(start, reader.at) })
  }
  if (places.length === 4 * acts.length && last === first + BigInt(acts.length) - 1n) return acts
  return { ok: false, seq: first, problem: `block ${first} to ${last} has ${acts.length} acts` }
}

function readOne(reader: CborReader): Act | NotCanonical {
  try {
    return readAct(reader)
  } catch (error) {
    if (error instanceof NotCanonical) return error
    throw error
  }
}

/** The names of the accounts that acts move, as the database has them; the acts that gave them may be far back. */
async function namesOf(tx: Tx, acts: readonly { readonly act: Act }[]): Promise<ReadonlyMap<number, AccountId>> {
  return await findAccountNames(
    tx,
    acts.flatMap(({ act }) => act.postings.map(({ account }) => account)),
  )
}

const changed = (seq: bigint, what: string): Fault => ({
  ok: false,
  seq,
  problem: `${what} is not what was recorded: its hash differs`,
})

/** The first head kept outside that the journal does not lead through, though it agrees with itself. */
async function findUnwitnessed(tx: Tx, witnessed: readonly ChainHead[], end: ChainHead): Promise<Fault | undefined> {
  for (let from = 0; from < witnessed.length; from += actsPerRead) {
    const heads = witnessed.slice(from, from + actsPerRead)
    const hashes = await findHeads(
      tx,
      heads.map(({ seq }) => seq),
    )
    for (const { seq, hash } of heads) {
      if (seq > end.seq) return { ok: false, seq, problem: `entry ${seq} was signed, the journal ends at ${end.seq}` }
      const found = seq === 0n ? genesis.hash : hashes.get(seq)
      if (found !== hash)
        return { ok: false, seq, problem: `entry ${seq} was signed as ${hash}: the journal up to it was made anew` }
    }
  }
  return undefined
}

function entryFault(entry: RecordedEntry): Fault | undefined {
  const { seq, id } = entry
  const [problem] = entryProblems(entry)
  return problem === undefined ? undefined : { ok: false, seq, problem: `entry ${seq} (${id}): ${problem}` }
}

async function onSnapshot<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (isPool(db)) {
    return (await db.begin('isolation level repeatable read read only', work)) as T
  }
  return await work(db)
}

function isPool(db: Db): db is Sql {
  return 'begin' in db && !('savepoint' in db)
}
