import { type Db, nextTurn, type Sql, type Tx } from '@bolsillo/server-kit'
import {
  type ChainHead,
  entryPreimage,
  entryProblems,
  genesis,
  type RecordedEntry,
  type SignedTree,
} from '../domain/index.ts'
import { createTreeFollower, type TreeFollower } from './follow-tree.ts'
import { findEntriesAfter, readHead } from './ledger-store.ts'
import { sha256 } from './post-entries.ts'
import {
  allowLongPass,
  findBalanceFaults,
  findEntryHashes,
  findGrantFaults,
  findHoldFaults,
  findRunningBalanceFaults,
  findStrayRows,
} from './verify-store.ts'

/** What verifying found: everything follows from the journal, or the first row that does not and why. */
export type Verdict =
  | { readonly ok: true; readonly entries: bigint; readonly head: ChainHead }
  | { readonly ok: false; readonly problem: string; readonly seq?: bigint; readonly account?: string }

export interface VerifyOptions {
  /** Heads that were signed earlier and kept outside the database: each must be a prefix of the journal, and its tree. */
  readonly witnessed?: readonly (ChainHead & SignedTree)[]
}

type Fault = Extract<Verdict, { ok: false }>

/** Entries read at a time: bounds the memory whatever the length of the journal. */
const entriesPerRead = 2000
/** Entries looked at between two turns of the event loop: a millisecond or two. */
const entriesInTurn = 32

/**
 * Re-derives the books from the journal, on one snapshot: the chain entry by entry from genesis (numbers without gaps,
 * hashes over every stored field, conservation, sides), the tree over it with every root that was signed, then every
 * running balance, balance and hold, then the head.
 * Reads forward in bounded memory; sorting and summing is PostgreSQL's, which spills to disk.
 */
export async function verifyLedger(db: Db, options: VerifyOptions = {}): Promise<Verdict> {
  return await onSnapshot(db, async (tx) => {
    await allowLongPass(tx)
    const witnessed = options.witnessed ?? []
    const tree = createTreeFollower(witnessed.flatMap((head) => head.tree ?? []))
    const chain = await followChain(tx, genesis, {
      entriesMax: Number.POSITIVE_INFINITY,
      tree,
    })
    if (!chain.ok) return chain
    const changed = (await findUnwitnessed(tx, witnessed, chain.head)) ?? (await finished(tx, tree))
    if (changed !== undefined) return changed
    const fault = await findBalanceProblem(tx)
    return fault ?? chain
  })
}

/** Follows the chain from a head known to be good to its present end; reads at most `entriesMax` entries, on one snapshot. */
export async function verifyChain(db: Db, from: ChainHead, entriesMax = Number.POSITIVE_INFINITY): Promise<Verdict> {
  return await onSnapshot(db, (tx) => followChain(tx, from, { entriesMax }))
}

async function finished(tx: Tx, tree: TreeFollower): Promise<Fault | undefined> {
  const fault = await tree.finish(tx)
  return fault === undefined ? undefined : { ok: false, ...fault }
}

interface Following {
  readonly entriesMax: number
  readonly tree?: TreeFollower
}

async function followChain(db: Tx, from: ChainHead, { entriesMax, tree }: Following): Promise<Verdict> {
  let at = from
  let read = 0
  while (read < entriesMax) {
    const page = await findEntriesAfter(db, at.seq, Math.min(entriesPerRead, entriesMax - read))
    for (const [place, { entry, hash }] of page.entries()) {
      if (place % entriesInTurn === entriesInTurn - 1) await nextTurn()
      const problem = problemOf(entry, hash, at)
      if (problem !== undefined) return { ok: false, seq: at.seq + 1n, problem }
      at = { seq: entry.seq, hash }
      tree?.add(hash)
    }
    const fault = await tree?.compare(db)
    if (fault !== undefined) return { ok: false, ...fault }
    read += page.length
    if (page.length === 0) {
      const head = await readHead(db)
      if (head.seq === at.seq && head.hash === at.hash) break
      return {
        ok: false,
        seq: at.seq,
        problem: `the head of the chain says entry ${head.seq}, the journal ends at ${at.seq}`,
      }
    }
  }
  return { ok: true, entries: at.seq, head: at }
}

/** The first head kept outside that the journal does not lead through, though it agrees with itself. */
async function findUnwitnessed(tx: Tx, witnessed: readonly ChainHead[], end: ChainHead): Promise<Fault | undefined> {
  for (let from = 0; from < witnessed.length; from += entriesPerRead) {
    const heads = witnessed.slice(from, from + entriesPerRead)
    const hashes = await findEntryHashes(
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

function problemOf(entry: RecordedEntry, hash: string, before: ChainHead): string | undefined {
  const expected = before.seq + 1n
  if (entry.seq !== expected) return `entry ${expected} is missing; the next one is ${entry.seq}`
  if (sha256(entryPreimage(before.hash, entry)) !== hash) {
    return `entry ${entry.seq} (${entry.id}) is not what was recorded: its hash differs`
  }
  const [problem] = entryProblems(entry)
  return problem === undefined ? undefined : `entry ${entry.seq} (${entry.id}): ${problem}`
}

async function findBalanceProblem(tx: Tx): Promise<Fault | undefined> {
  const [stray] = await findStrayRows(tx)
  if (stray !== undefined) return { ok: false, ...stray }
  const [running] = await findRunningBalanceFaults(tx)
  if (running !== undefined) return { ok: false, ...running }
  const [balance] = await findBalanceFaults(tx)
  if (balance !== undefined) return { ok: false, ...balance }
  const [hold] = await findHoldFaults(tx)
  if (hold !== undefined) return { ok: false, ...hold }
  const [grant] = await findGrantFaults(tx)
  return grant === undefined ? undefined : { ok: false, ...grant }
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
