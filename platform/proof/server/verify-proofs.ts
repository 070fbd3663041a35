import { hash } from 'node:crypto'
import type { Id } from '@bolsillo/kernel'
import type { RecordedEntry } from '@bolsillo/ledger/domain'
import { type FoldFault, findHeads, isSignedWith, type RowMaker, type RowSource } from '@bolsillo/ledger/server'
import type { Tx } from '@bolsillo/server-kit'
import { hashBytes, nodeBytes, readStatement, type Statement } from '../domain/index.ts'
import { climb, readSum } from './build-tree.ts'
import type { NumbersOf } from './make-proof.ts'
import { findProofsAfter, findTilesOf, findTreeNames, type StoredProof } from './proof-store.ts'
import { saltsOf } from './salts.ts'

/** What a proof is held against beside the journal, where it is there. */
export interface ProofEvidence {
  /** Proofs kept outside the database, by number: the hash of each. */
  readonly kept?: ReadonlyMap<number, string>
  /** With the secret the leaves follow from, and who has which number, each leaf is looked for, and not only its amount. */
  readonly leaves?: { readonly secret: Uint8Array; readonly numbersOf: NumbersOf }
}

/** A proof whose trees were read, waiting for the journal to come to its head. */
interface Waiting {
  readonly proof: StoredProof
  readonly statement: Statement
  /** By asset: how many are owed something, and a hash of the amounts. */
  readonly amounts: ReadonlyMap<string, string>
}

type Owed = ReadonlyMap<string, ReadonlyMap<string, bigint>>

const proofsAtOnce = 100
const noBreath = async (): Promise<void> => undefined

/**
 * Follows the journal and holds every proof of liabilities against what customers were owed at its head: an omitted,
 * shrunk or doubled customer is found without them. Makes no rows; for `verifyLedger`.
 */
export function proofChecks({ kept = new Map(), leaves }: ProofEvidence = {}): RowSource {
  return {
    tables: [],
    begin: async (tx): Promise<RowMaker> => {
      const { waiting, problem } = await readAll(tx, kept)
      const posted = new Map<string, bigint>()
      let last: { readonly proof: StoredProof; readonly owed: Owed } | undefined
      let found: string | undefined = problem
      const compareUpTo = (seq: bigint): void => {
        for (let next = waiting[0]; next !== undefined && next.proof.journalSeq < seq; next = waiting[0]) {
          waiting.shift()
          const owed = owedOf(posted)
          found ??= amountsProblem(next, owed) ?? othersProblem(next, posted)
          last = { proof: next.proof, owed }
        }
      }
      return {
        follow: ({ seq, entry }): FoldFault | undefined => {
          compareUpTo(seq)
          if (entry !== undefined) notePostings(posted, entry)
          return undefined
        },
        finish: async ({ seq }) => {
          compareUpTo(seq + 1n)
          found ??=
            waiting.length === 0 ? undefined : `proof ${waiting[0]?.proof.number} is of a head beyond the journal`
          if (found === undefined && leaves !== undefined && last !== undefined)
            found = await leafProblem(tx, last.proof, last.owed, leaves)
          return found === undefined ? undefined : { problem: found }
        },
      }
    },
  }
}

function notePostings(posted: Map<string, bigint>, { postings }: RecordedEntry): void {
  for (const { account, postedAfter } of postings) posted.set(account, postedAfter)
}

async function readAll(tx: Tx, kept: ReadonlyMap<number, string>) {
  const waiting: Waiting[] = []
  let problem: string | undefined
  let previous: StoredProof | undefined
  for (;;) {
    const proofs = await findProofsAfter(tx, previous?.number ?? 0, proofsAtOnce)
    for (const proof of proofs) {
      const statement = readStatement(proof.statement)
      const { amounts, problem: own } = await readTrees(tx, proof, statement)
      problem ??= (await rowProblem(tx, proof, statement, previous)) ?? own
      waiting.push({ proof, statement, amounts })
      previous = proof
    }
    if (proofs.length < proofsAtOnce) break
  }
  const hashes = new Map(waiting.map(({ proof }) => [proof.number, proof.hash]))
  for (const [number, hashKept] of kept)
    if (hashes.get(number) !== hashKept)
      problem ??= `proof ${number} was kept as ${hashKept}, it is ${hashes.get(number)}`
  return { waiting, problem }
}

/** Whether a proof says of itself what its row says, and follows the one before. */
async function rowProblem(
  tx: Tx,
  proof: StoredProof,
  { number, journal, previous }: Statement,
  before: StoredProof | undefined,
): Promise<string | undefined> {
  const name = `proof ${proof.number}`
  if (proof.number !== (before?.number ?? 0) + 1) return `${name} does not follow proof ${before?.number ?? 0}`
  if (proof.previous !== (before?.hash ?? '0'.repeat(2 * hashBytes))) return `${name} is not over the one before`
  if (hash('sha256', proof.statement) !== proof.hash) return `${name} has another hash than its statement`
  if (!isSignedWith(proof.key, proof.statement, proof.signature)) return `${name} is not signed with its key`
  const isOwn = number === proof.number && previous === proof.previous
  if (!isOwn || journal.seq !== proof.journalSeq || journal.hash !== proof.journalHash)
    return `${name} says another thing than its row`
  const head = (await findHeads(tx, [journal.seq])).get(journal.seq)
  return head === journal.hash ? undefined : `${name} is of the head ${journal.hash}, the journal has ${head}`
}

async function readTrees(tx: Tx, { number }: StoredProof, { assets }: Statement) {
  const amounts = new Map<string, string>()
  let problem: string | undefined
  const names = await findTreeNames(tx, number)
  if (
    names.join() !==
    assets
      .map(({ asset }) => asset)
      .toSorted()
      .join()
  )
    problem = `proof ${number} has trees of ${names}, its statement others`
  for (const { asset, height, root, total } of assets) {
    const tiles = await findTilesOf(tx, number, asset)
    const leavesOf = (base: number) =>
      Buffer.concat(tiles.filter((tile) => tile.base === base).map(({ nodes }) => nodes))
    const leaves = leavesOf(0)
    const name = `proof ${number}, tree of ${asset}`
    if (leaves.length !== nodeBytes * 2 ** height) problem ??= `${name}: it has ${leaves.length / nodeBytes} leaves`
    else {
      const made = await climb(leaves, height, noBreath)
      const same = made.tiles.every(({ base, place, nodes }) =>
        tiles.some((tile) => tile.base === base && tile.place === place && tile.nodes.equals(nodes)),
      )
      if (!same || made.root.hash !== root || made.root.sum !== total) problem ??= `${name}: its leaves do not make it`
      if (!isAscending(leaves)) problem ??= `${name}: its leaves are out of order, or one is there twice`
    }
    const sums = Array.from({ length: leaves.length / nodeBytes }, (_, at) =>
      readSum(leaves, at * nodeBytes + hashBytes),
    )
    amounts.set(asset, digestOf(sums.filter((sum) => sum !== 0n)))
  }
  return { amounts, problem }
}

function isAscending(leaves: Buffer): boolean {
  for (let at = nodeBytes; at < leaves.length; at += nodeBytes)
    if (leaves.compare(leaves, at - nodeBytes, at - nodeBytes + hashBytes, at, at + hashBytes) <= 0) return false
  return true
}

const digestOf = (amounts: readonly bigint[]): string =>
  `${amounts.length}:${hash('sha256', amounts.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)).join())}`

/** By asset what each customer was owed, over all purses. */
function owedOf(posted: ReadonlyMap<string, bigint>): Owed {
  const owed = new Map<string, Map<string, bigint>>()
  for (const [account, amount] of posted) {
    if (!account.startsWith('cus_') || amount === 0n) continue
    const [owner = '', , ...asset] = account.split(':')
    const own = owed.get(asset.join(':')) ?? new Map<string, bigint>()
    own.set(owner, (own.get(owner) ?? 0n) + amount)
    owed.set(asset.join(':'), own)
  }
  return owed
}

function amountsProblem({ proof: { number, journalSeq }, amounts }: Waiting, owed: Owed): string | undefined {
  for (const asset of new Set([...owed.keys(), ...amounts.keys()])) {
    const own = [...(owed.get(asset)?.values() ?? [])]
    if (amounts.get(asset) !== digestOf(own))
      return `proof ${number} does not hold what ${own.length} customers were owed of ${asset} at act ${journalSeq}`
  }
  return undefined
}

/** Custody and the house's own accounts, which coverage is counted from. */
function othersProblem({ proof, statement }: Waiting, posted: ReadonlyMap<string, bigint>): string | undefined {
  const own: string[] = []
  for (const [account, amount] of posted) {
    if (account.startsWith('cus_') || amount === 0n) continue
    const [owner = '', purse = '', ...asset] = account.split(':')
    own.push(purse === 'custody' ? `${owner} ${asset.join(':')} ${-amount}` : `${purse} ${asset.join(':')} ${amount}`)
  }
  const said = [
    ...statement.custody.map(({ owner, asset, amount }) => `${owner} ${asset} ${amount}`),
    ...statement.house.map(({ purse, asset, amount }) => `${purse} ${asset} ${amount}`),
  ]
  return said.toSorted().join() === own.toSorted().join()
    ? undefined
    : `proof ${proof.number} lists other custody or house accounts than the journal has at act ${proof.journalSeq}`
}

/** Whether each customer's own leaf is there, of the newest proof: amounts alone do not say whose they are. */
async function leafProblem(
  tx: Tx,
  { number }: StoredProof,
  owed: Owed,
  { secret, numbersOf }: NonNullable<ProofEvidence['leaves']>,
): Promise<string | undefined> {
  for (const [asset, amounts] of owed) {
    const leaves = new Set<string>()
    for (const { base, nodes } of await findTilesOf(tx, number, asset))
      for (let at = 0; base === 0 && at < nodes.length; at += nodeBytes)
        leaves.add(nodes.toString('hex', at, at + hashBytes))
    const numbers = await numbersOf(tx, [...amounts.keys()] as Id<'cus'>[])
    const salts = saltsOf(secret, number, asset)
    for (const [customerId, amount] of amounts) {
      const known = numbers.get(customerId as Id<'cus'>)
      if (known === undefined || !leaves.has(salts.leaf(known, amount).toString('hex')))
        return `proof ${number} does not hold the leaf of ${customerId} in ${asset}`
    }
  }
  return undefined
}

/** Reads a file of kept proofs: by number the hash of each. @throws Error on a line that is none. */
export function readKeptProofs(text: string): ReadonlyMap<number, string> {
  const kept = new Map<number, string>()
  for (const line of text.split('\n').slice(0, -1)) {
    const read: unknown = JSON.parse(line)
    const { number, hash: own } = Object(read) as { readonly number?: unknown; readonly hash?: unknown }
    if (typeof number !== 'number' || typeof own !== 'string') throw new Error('a line of the file is no proof')
    kept.set(number, own)
  }
  return kept
}
