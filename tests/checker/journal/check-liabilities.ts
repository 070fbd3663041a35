import { createHash, createPublicKey, hash, verify } from 'node:crypto'
import type { BooksRead } from '../books-store.ts'
import type { Findings } from '../finding.ts'
import { type ProofRow, readHeadAt, readProofs, readTiles, readTreeNames } from './liabilities-store.ts'

// I15: what a proof of liabilities says is what the journal says at its head. Written from docs/decisions/0030. Leaves are
// salted, so whose a leaf is shows only to its owner and to whoever has the installation's secret; what it is worth does not
// hide: the amounts of a tree's leaves must be the amounts customers were owed, each as often.

/** What the journal alone says somebody has. */
interface Owned {
  readonly id: string
  readonly posted: bigint
}

/** What customers were owed of an asset, each amount as often as it is owed, the smallest first. */
type Amounts = readonly bigint[]

interface Tree {
  readonly height: number
  readonly root: string
  readonly total: bigint
  readonly amounts: string
}

interface Reading {
  readonly proof: ProofRow
  readonly trees: ReadonlyMap<string, Tree>
  readonly statement: Statement | undefined
}

interface Statement {
  readonly number: number
  readonly previous: string
  readonly journal: { readonly seq: string; readonly hash: string }
  readonly assets: readonly { readonly asset: string; readonly height: number; root: string; total: string }[]
  readonly custody: readonly { readonly owner: string; readonly asset: string; readonly amount: string }[]
  readonly house: readonly { readonly purse: string; readonly asset: string; readonly amount: string }[]
}

/** Holds proofs against the journal while it is read. */
export interface LiabilityCheck {
  /** Before what this act moved is added: proofs of earlier heads are compared with what accounts have until then. */
  readonly before: (seq: bigint, accounts: () => Iterable<Owned>) => void
  /** After the last act. */
  readonly end: (accounts: () => Iterable<Owned>) => void
}

/** Reads every proof, checks it by itself, and prepares to compare it with the journal at its head. */
export async function readLiabilities(read: BooksRead, findings: Findings): Promise<LiabilityCheck> {
  const waiting: Reading[] = []
  let previous = '0'.repeat(64)
  for (const [at, proof] of (await readProofs(read)).entries()) {
    if (proof.number !== at + 1) findings.add('I15', `proof ${at + 1} is missing: the next one is ${proof.number}`)
    const statement = checkStatement(proof, previous, findings)
    const head = await readHeadAt(read, proof.seq)
    if (head !== proof.journalHash)
      findings.add(
        'I15',
        `proof ${proof.number} is of a head ${proof.journalHash} at act ${proof.seq}, the journal has ${head}`,
      )
    const trees = new Map<string, Tree>()
    for (const asset of await readTreeNames(read, proof.number)) {
      const tree = await readTree(read, proof.number, asset, findings)
      if (tree !== undefined) trees.set(asset, tree)
    }
    waiting.push({ proof, trees, statement })
    previous = proof.hash
  }
  const compare = (accounts: () => Iterable<Owned>): void => {
    const reading = waiting.shift()
    if (reading !== undefined) compareWithJournal(reading, [...accounts()], findings)
  }
  return {
    before: (seq, accounts) => {
      while (waiting[0] !== undefined && waiting[0].proof.seq < seq) compare(accounts)
    },
    end: (accounts) => {
      while (waiting.length > 0) compare(accounts)
    },
  }
}

function checkStatement(proof: ProofRow, previous: string, findings: Findings): Statement | undefined {
  const { number, seq, journalHash, statement, key, signature } = proof
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' })
  if (!verify(null, Buffer.from(statement), publicKey, Buffer.from(signature, 'base64url')))
    findings.add('I15', `proof ${number} is not signed with its key`)
  if (hash('sha256', statement) !== proof.hash)
    findings.add('I15', `proof ${number} has another hash than its statement`)
  const read = JSON.parse(statement) as Statement
  const says = [read.number, read.journal.seq, read.journal.hash, read.previous].join(' ')
  if (says !== [number, seq, journalHash, proof.previous].join(' '))
    findings.add('I15', `proof ${number} says ${says}, its row ${number} ${seq} ${journalHash} ${proof.previous}`)
  if (proof.previous !== previous) findings.add('I15', `proof ${number} does not follow the one before it`)
  return read
}

const nodeBytes = 48
const hashBytes = 32

/** Makes a tree anew from its leaves, and compares every node that is stored. */
async function readTree(read: BooksRead, number: number, asset: string, findings: Findings): Promise<Tree | undefined> {
  const name = `proof ${number}: the tree of ${asset}`
  const stored = new Map<number, Buffer[]>()
  for await (const { base, place, nodes } of readTiles(read, number, asset)) {
    const level = stored.get(base) ?? []
    if (place !== level.length) findings.add('I15', `${name} lacks nodes at ${base}, ${level.length}`)
    level.push(nodes)
    stored.set(base, level)
  }
  const leaves = Buffer.concat(stored.get(0) ?? [])
  const count = leaves.length / nodeBytes
  const height = Math.log2(count)
  if (!Number.isInteger(height) || height < 8) {
    findings.add('I15', `${name} has ${count} leaves`)
    return undefined
  }
  for (let at = 1; at < count; at += 1) {
    const place = at * nodeBytes
    if (leaves.compare(leaves, place - nodeBytes, place - nodeBytes + hashBytes, place, place + hashBytes) <= 0)
      findings.add('I15', `${name} has leaves out of order, or one twice, at ${at}`)
  }
  let level: Buffer = leaves
  for (let at = 0; at < height; at += 1) {
    if (at > 0 && at % 8 === 0 && !level.equals(Buffer.concat(stored.get(at) ?? [])))
      findings.add('I15', `${name} has other nodes at ${at} than its leaves make`)
    level = parentsOf(level)
  }
  const amounts = sorted(Array.from({ length: count }, (_, at) => sumAt(leaves, at)).filter((one) => one !== 0n))
  return { height, root: level.toString('hex', 0, hashBytes), total: sumAt(level, 0), amounts: digestOf(amounts) }
}

function parentsOf(level: Buffer): Buffer {
  const parents = Buffer.alloc(level.length / 2)
  for (let at = 0; at * nodeBytes < parents.length; at += 1) {
    const pair = level.subarray(2 * at * nodeBytes, (2 * at + 2) * nodeBytes)
    const made = createHash('sha256').update(Buffer.of(1)).update(pair).digest()
    made.copy(parents, at * nodeBytes)
    const sum = sumAt(level, 2 * at) + sumAt(level, 2 * at + 1)
    parents.writeBigUInt64BE(sum >> 64n, at * nodeBytes + hashBytes)
    parents.writeBigUInt64BE(BigInt.asUintN(64, sum), at * nodeBytes + hashBytes + 8)
  }
  return parents
}

const sumAt = (level: Buffer, at: number): bigint =>
  (level.readBigUInt64BE(at * nodeBytes + hashBytes) << 64n) | level.readBigUInt64BE(at * nodeBytes + hashBytes + 8)

const sorted = (amounts: bigint[]): Amounts => amounts.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))

/** A tree's amounts are compared by a hash of them: a list for each day would not fit. */
const digestOf = (amounts: Amounts): string => `${amounts.length} ${hash('sha256', amounts.join(' '))}`

function compareWithJournal(
  { proof, trees, statement }: Reading,
  accounts: readonly Owned[],
  findings: Findings,
): void {
  const { number, seq } = proof
  const owed = owedBy(accounts)
  for (const asset of new Set([...owed.keys(), ...trees.keys()])) {
    const amounts = sorted([...(owed.get(asset)?.values() ?? [])])
    const total = amounts.reduce((sum, one) => sum + one, 0n)
    const tree = trees.get(asset)
    if (tree === undefined || tree.amounts !== digestOf(amounts) || tree.total !== total)
      findings.add(
        'I15',
        `proof ${number}: ${amounts.length} customers were owed ${total} ${asset} at act ${seq}, its tree holds ${tree?.amounts.split(' ')[0] ?? 0} who are owed ${tree?.total ?? 0n}, or other amounts`,
      )
    const said = statement?.assets.find((one) => one.asset === asset)
    const [is, made] = [`${said?.height} ${said?.root} ${said?.total}`, `${tree?.height} ${tree?.root} ${tree?.total}`]
    if (is !== made) findings.add('I15', `proof ${number} says of ${asset} ${is}, its tree is ${made}`)
  }
  const extra = statement?.assets.filter(({ asset }) => !trees.has(asset) && !owed.has(asset)) ?? []
  for (const { asset } of extra) findings.add('I15', `proof ${number} names ${asset}, which nobody was owed`)
  const isCustody = ({ id }: Owned): boolean => id.split(':')[1] === 'custody'
  const others = accounts.filter(({ id, posted }) => !id.startsWith('cus_') && posted !== 0n)
  const custody = others.filter(isCustody).map(({ id, posted }) => `${ownerOf(id)} ${assetOf(id)} ${-posted}`)
  const house = others
    .filter((one) => !isCustody(one))
    .map(({ id, posted }) => `${id.split(':')[1]} ${assetOf(id)} ${posted}`)
  const said = {
    custody: statement?.custody.map(({ owner, asset, amount }) => `${owner} ${asset} ${amount}`) ?? [],
    house: statement?.house.map(({ purse, asset, amount }) => `${purse} ${asset} ${amount}`) ?? [],
  }
  for (const [what, is, should] of [
    ['custody', said.custody, custody],
    ['house', said.house, house],
  ] as const)
    if (is.toSorted().join() !== should.toSorted().join())
      findings.add('I15', `proof ${number} lists ${what} as ${is.toSorted()}, the journal has ${should.toSorted()}`)
}

const ownerOf = (id: string): string => id.split(':')[0] ?? ''
const assetOf = (id: string): string => id.split(':').slice(2).join(':')

/** By asset what each customer was owed, over all purses; who was owed nothing is left out. */
function owedBy(accounts: readonly Owned[]): ReadonlyMap<string, ReadonlyMap<string, bigint>> {
  const owed = new Map<string, Map<string, bigint>>()
  for (const { id, posted } of accounts) {
    if (!id.startsWith('cus_') || posted === 0n) continue
    const own = owed.get(assetOf(id)) ?? new Map<string, bigint>()
    own.set(ownerOf(id), (own.get(ownerOf(id)) ?? 0n) + posted)
    owed.set(assetOf(id), own)
  }
  return owed
}
