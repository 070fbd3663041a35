import { type Db, nextTurn, type Sql, type Tx } from '@bolsillo/server-kit'
import {
  type AccountId,
  type Act,
  accountOfAct,
  auditHeadOfAct,
  auditOfAct,
  CborReader,
  type ChainHead,
  entryOfAct,
  entryPreimage,
  entryProblems,
  type GrammarCheck,
  genesis,
  isRowAct,
  NotCanonical,
  type RecordedEntry,
  readAct,
  type SignedTree,
} from '../../domain/index.ts'
import { headAfter } from '../journal/append-store.ts'
import { createTreeFollower, type TreeFollower } from '../journal/follow-tree.ts'
import { actHash, findAccountNames, findBlocksFrom, findHeads, type StoredBlock } from '../journal/journal-store.ts'
import { findOldEnd, findOldEntriesAfter, findStrayOldPostings } from '../journal/old-blocks-store.ts'
import { findTreeEnds } from '../journal/tree-store.ts'
import { readHead } from '../ledger-store.ts'
import { sha256 } from '../post-entries.ts'
import { type Difference, findDifferences, writeDifference } from '../rows/differences.ts'
import { BooksFold, ledgerRows } from '../rows/fold-books.ts'
import { putNode } from '../rows/ledger-tables.ts'
import { OldNames } from '../rows/old-names.ts'
import type { FoldFault, FollowedAct, RowMaker, RowSource } from '../rows/row-source.ts'
import { createScratch, type Scratch } from '../rows/scratch-store.ts'
import { allowLongPass, findFiledBeyond, findStoredHead } from './verify-store.ts'

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
  /** What other rooms keep that follows from acts too. */
  readonly sources?: readonly RowSource[]
  /** Holds every entry against the grammar of its kind (decision 77); left out by tests that post whatever shows their point. */
  readonly grammar?: GrammarCheck
}

type Fault = Extract<Verdict, { ok: false }>

/** Acts read at a time: bounds the memory whatever the length of the journal. */
const actsPerRead = 2000
/** Acts looked at between two turns of the event loop: a millisecond or two. */
const actsInTurn = 32

/**
 * Makes the books anew from the journal, on one snapshot: the chain from genesis (numbers without gaps, hashes over every
 * stored byte, conservation, sides), the tree over it with every root that was signed, every running balance and
 * reservation; then compares each row that follows. Reads forward; memory grows with accounts and open reservations, not
 * with entries. What `npm run rebuild -- --check` says in full, this says of the first row.
 */
export async function verifyLedger(db: Db, options: VerifyOptions = {}): Promise<Verdict> {
  return await onSnapshot(db, 'isolation level repeatable read', async (tx) => {
    await allowLongPass(tx)
    const made = await makeRows(tx, options)
    if (!made.ok) return made
    const [first] = await made.differences(1)
    await made.scratch.drop()
    if (first !== undefined) return { ok: false, problem: writeDifference(first) }
    const { entries, head, auditHeads } = made
    return { ok: true, entries, head, ...(auditHeads.size === 0 ? {} : { auditHeads }) }
  })
}

/**
 * Follows the chain from a head known to be good towards its present end, on one snapshot; reads about `actsMax` acts, and
 * a block always whole.
 */
export async function verifyChain(
  db: Db,
  from: ChainHead,
  actsMax = Number.POSITIVE_INFINITY,
  grammar?: GrammarCheck,
): Promise<Verdict> {
  return await onSnapshot(db, 'isolation level repeatable read read only', async (tx) => {
    const chain = await followChain(tx, from, { actsMax, grammar })
    if (!chain.ok) return chain
    const { read, ...followed } = chain
    const head = read < actsMax ? await readHead(tx) : chain.head
    return head.seq === chain.head.seq && head.hash === chain.head.hash ? followed : endDiffers(head, chain.head)
  })
}

/** Every row that follows from the journal, rebuilt. */
interface MadeRows {
  readonly ok: true
  readonly entries: bigint
  readonly head: ChainHead
  readonly auditHeads: ReadonlyMap<bigint, string>
  readonly scratch: Scratch
  /** What is stored and is not so: at most so many rows of each table, and items of each list. */
  readonly differences: (rowsMax: number) => Promise<readonly Difference[]>
}

/**
 * Makes every row anew in temporary tables of a transaction. Answers why it cannot where the journal itself is not what was
 * recorded, or not what was signed.
 */
export async function makeRows(
  tx: Tx,
  { witnessed = [], sources = [], grammar }: VerifyOptions,
): Promise<MadeRows | Fault> {
  const tree = createTreeFollower(witnessed.flatMap((head) => head.tree ?? []))
  const fold = new BooksFold()
  const scratch = await createScratch(tx, [ledgerRows, ...sources])
  const makers: RowMaker[] = [fold]
  for (const source of sources) makers.push(await source.begin(tx))
  const whole: Whole = { fold, makers, scratch, tree, treeEnds: await findTreeEnds(tx), oldNames: new OldNames() }
  const chain = await followChain(tx, genesis, { actsMax: Number.POSITIVE_INFINITY, whole, grammar })
  const fault = chain.ok ? await findFault(tx, chain.head, { witnessed, whole }) : undefined
  if (fault !== undefined || !chain.ok) await scratch.drop()
  if (!chain.ok) return chain
  if (fault !== undefined) return { ...fault, ok: false }
  return {
    ok: true,
    entries: chain.head.seq,
    head: chain.head,
    auditHeads: fold.auditHeads,
    scratch,
    differences: (rowsMax) => findDifferences(scratch, rowsMax),
  }
}

/** Why no rows can be made of a journal that agrees with itself. */
async function findFault(
  tx: Tx,
  end: ChainHead,
  { witnessed, whole }: { readonly witnessed: readonly ChainHead[]; readonly whole: Whole },
): Promise<FoldFault | undefined> {
  return (
    (await findUnwitnessed(tx, witnessed, end)) ??
    whole.tree.findForged() ??
    (await findLostEnd(tx, end)) ??
    (await findStray(tx)) ??
    (await finishRows(tx, whole, end))
  )
}

/** What reads the whole journal. */
interface Whole {
  readonly fold: BooksFold
  readonly makers: readonly RowMaker[]
  readonly scratch: Scratch
  readonly tree: TreeFollower
  /** A server stores nodes behind the journal; those it has not stored yet are not missing. */
  readonly treeEnds: ReadonlyMap<number, bigint>
  readonly oldNames: OldNames
}

interface Following {
  readonly actsMax: number
  readonly whole?: Whole
  readonly grammar: GrammarCheck | undefined
}

/** What a page of the journal came to. */
type Step = { readonly ok: true; readonly at: ChainHead; readonly read: number } | Fault
type Chain = (Extract<Verdict, { ok: true }> & { readonly read: number }) | Fault

async function followChain(tx: Tx, from: ChainHead, following: Following): Promise<Chain> {
  const { actsMax, whole } = following
  const oldEnd = await findOldEnd(tx)
  let at = from
  let read = 0
  while (read < actsMax) {
    const limit = Math.min(actsPerRead, actsMax - read)
    const step =
      at.seq < oldEnd ? await followOld(tx, at, limit, following) : await followBlocks(tx, at, limit, following)
    if (!step.ok) return step
    if (whole !== undefined) {
      for (const { level, place, hash } of whole.tree.takeNodes())
        if (place < (whole.treeEnds.get(level) ?? 0n)) putNode(whole.scratch.put, level, place, hash)
      await whole.scratch.rest()
    }
    at = step.at
    read += step.read
    if (step.read === 0) break
  }
  return { ok: true, entries: at.seq, head: at, read }
}

const endDiffers = (head: Pick<ChainHead, 'seq'>, end: ChainHead): Fault => ({
  ok: false,
  seq: end.seq,
  problem: `the head of the chain says entry ${head.seq}, the journal ends at ${end.seq}`,
})

/**
 * A head beyond the journal is a row that is wrong, unless something else says that there was more: acts that are filed there,
 * or, since an order's acts are filed nowhere, a hash which is not that of the end. Then the end was cut off.
 */
async function findLostEnd(tx: Tx, end: ChainHead): Promise<Fault | undefined> {
  const [head, filed] = [await findStoredHead(tx), await findFiledBeyond(tx, end.seq)]
  const seq = head?.seq ?? filed ?? end.seq
  const isLonger = filed !== undefined || (head !== undefined && head.hash !== end.hash)
  return isLonger && seq > end.seq ? endDiffers({ seq }, end) : undefined
}

async function findStray(tx: Tx): Promise<FoldFault | undefined> {
  const [stray] = await findStrayOldPostings(tx)
  if (stray === undefined) return undefined
  return { seq: stray.seq, problem: `posting ${stray.line} of entry ${stray.seq} belongs to no entry` }
}

async function finishRows(tx: Tx, { makers, scratch }: Whole, end: ChainHead): Promise<FoldFault | undefined> {
  for (const maker of makers) {
    const fault = await maker.finish(end, scratch, tx)
    if (fault !== undefined) return fault
  }
  const twice = await scratch.close()
  return twice === undefined ? undefined : { problem: `the journal makes two rows of ${twice.name} with one key` }
}

/** Entries from before acts: each names the hash of the one before. */
async function followOld(tx: Tx, from: ChainHead, limit: number, { whole, grammar }: Following): Promise<Step> {
  let at = from
  const page = await findOldEntriesAfter(tx, at.seq, limit)
  for (const [place, old] of page.entries()) {
    if (place % actsInTurn === actsInTurn - 1) await nextTurn()
    const { hash, accountNos } = old
    const expected = at.seq + 1n
    if (old.entry.seq !== expected)
      return { ok: false, seq: expected, problem: `entry ${expected} is missing; the next one is ${old.entry.seq}` }
    const isRight = sha256(entryPreimage(at.hash, old.entry)) === hash
    const entry =
      whole === undefined ? (isRight ? old.entry : undefined) : await whole.oldNames.resolve(tx, at.hash, old)
    if (entry === undefined) return changed(expected, `entry ${expected} (${old.entry.id})`)
    for (const [line, { account }] of entry.postings.entries()) whole?.fold.number(account, accountNos[line] ?? 0)
    const followed = { seq: expected, cause: entry.id, act: undefined, entry, named: undefined }
    const fault = entryFault(entry) ?? grammar?.block([], [entry]) ?? followRows(whole, followed)
    if (fault !== undefined) return { ...fault, ok: false }
    at = { seq: expected, hash }
    whole?.tree.add(hash)
  }
  return { ok: true, at, read: page.length }
}

function followRows(whole: Whole | undefined, followed: FollowedAct): FoldFault | undefined {
  if (whole === undefined) return undefined
  for (const maker of whole.makers) {
    const fault = maker.follow(followed, whole.scratch.put)
    if (fault !== undefined) return fault
  }
  return undefined
}

async function followBlocks(tx: Tx, from: ChainHead, limit: number, { whole, grammar }: Following): Promise<Step> {
  let at = from
  let read = 0
  for (const block of await findBlocksFrom(tx, at.seq + 1n, limit)) {
    const acts = readBlock(block, at)
    if (!Array.isArray(acts)) return acts
    const names = whole?.fold.names ?? (await namesOf(tx, acts))
    const entries: RecordedEntry[] = []
    for (const [place, { act, bytes }] of acts.entries()) {
      if (place % actsInTurn === actsInTurn - 1) await nextTurn()
      const fault = followAct(act, names, whole, entries)
      if (fault !== undefined) return { ...fault, ok: false }
      whole?.tree.add(actHash(bytes).toString('hex'))
    }
    const fault = grammar?.block(
      acts.map(({ act }) => act),
      entries,
    )
    if (fault !== undefined) return { ...fault, ok: false }
    at = { seq: block.last, hash: block.head }
    read += acts.length
  }
  return { ok: true, at, read }
}

/** What an act is, and what follows from it. An entry is put with the others of its block. */
function followAct(
  act: Act,
  names: ReadonlyMap<number, AccountId>,
  whole: Whole | undefined,
  entries: RecordedEntry[],
): Omit<Fault, 'ok'> | undefined {
  const seq = act.number
  const named = accountOfAct(act)
  if (named !== undefined) return followRows(whole, { seq, cause: undefined, act, named, entry: undefined })
  const cause = act.cause === '' ? undefined : act.cause
  // What an order's acts make of the order, its room follows; whether a row is as its act says, another check compares.
  const movesNothing = cause === undefined && act.postings.length === 0
  if (movesNothing || isRowAct(act) || auditHeadOfAct(act) !== undefined || auditOfAct(act) !== undefined)
    return followRows(whole, { seq, cause, act, named: undefined, entry: undefined })
  const entry = entryOfAct(act, (number) => names.get(number))
  if (entry === undefined) return { seq, problem: `act ${seq} is of no kind that is known: ${act.kind}` }
  entries.push(entry)
  return entryFault(entry) ?? followRows(whole, { seq, cause, act, entry, named: undefined })
}

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

async function onSnapshot<T>(db: Db, options: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (isPool(db)) {
    return (await db.begin(options, work)) as T
  }
  return await work(db)
}

function isPool(db: Db): db is Sql {
  return 'begin' in db && !('savepoint' in db)
}
