import type { ReplyOf, RequestOf } from '@bolsillo/contract'
import { type Id, present, type Rejection, reject } from '@bolsillo/kernel'
import type { Ledger } from '@bolsillo/ledger/server'
import type { Db, ReadContext } from '@bolsillo/server-kit'
import { type readOwnProof as contract, rejections } from '../contract.ts'
import type { ProofPath } from '../domain/index.ts'
import { pathThrough, tilesAbove } from './build-tree.ts'
import type { NumbersOf } from './make-proof.ts'
import { findLastProof, findLeafTile, findProof, findTiles } from './proof-store.ts'
import { saltsOf } from './salts.ts'

type Reply = ReplyOf<typeof contract>

export interface OwnProofPorts {
  readonly ledger: Ledger
  readonly numbersOf: NumbersOf
  readonly secret: Uint8Array
}

const leavesPerPage = 20

/** See the contract. */
export async function readOwnProof(
  { ledger, numbersOf, secret }: OwnProofPorts,
  request: RequestOf<typeof contract>,
  { customer, db }: ReadContext,
): Promise<Reply | Rejection> {
  const { customerId } = present(customer, 'session')
  const proof = request.number === undefined ? await findLastProof(db) : await findProof(db, request.number)
  if (proof === undefined) return reject(rejections.proofUnknown, { field: 'number' })
  const customerNumber = present((await numbersOf(db, [customerId])).get(customerId), customerId)
  const owed = await owedAt(ledger, db, customerId, proof.journalSeq)
  // What was owed at one head never changes, so a page is told by how many rows stand before it.
  const before = /^\d{1,6}$/.test(request.cursor ?? '') ? Number(request.cursor) : 0
  const assets = [...owed.keys()].sort()
  const page = assets.slice(before, before + (request.limit ?? leavesPerPage))
  const leaves: Reply['leaves'] = []
  const missing: string[] = []
  for (const asset of page) {
    const { balance, purses } = present(owed.get(asset), asset)
    const salts = saltsOf(secret, proof.number, asset)
    const way = await findPath(db, proof.number, asset, salts.leaf(customerNumber, balance))
    if (way === undefined) missing.push(asset)
    else {
      leaves.push({
        asset,
        balance: String(balance),
        salt: salts.of(customerNumber).toString('hex'),
        purses: [...purses],
        index: way.index,
        path: way.path.map(({ hash, sum }) => ({ hash, sum: String(sum) })),
      })
    }
  }
  const next = before + page.length
  return {
    number: proof.number,
    hash: proof.hash,
    journalSeq: String(proof.journalSeq),
    customerNumber,
    leaves,
    missing,
    ...(next < assets.length ? { next: String(next) } : {}),
  }
}

type OwnPurse = Reply['leaves'][number]['purses'][number]

/** What a customer was owed of an asset, and in which purses it was. */
interface Owed {
  readonly balance: bigint
  readonly purses: readonly OwnPurse[]
}

/** What a customer was owed right after an entry, by asset, over all purses: read from the journal, not from the proof. */
async function owedAt(ledger: Ledger, db: Db, customerId: Id<'cus'>, seq: bigint): Promise<ReadonlyMap<string, Owed>> {
  const owed = new Map<string, Owed>()
  for (const { account, asset, purse } of await ledger.balancesOfCustomer(db, customerId)) {
    const [line] = await ledger.entriesOfAccount(db, account, { limit: 1, before: { seq: seq + 1n, line: 0 } })
    const after = line?.entry.postings[line.line]?.postedAfter ?? 0n
    const isOwn = purse === 'stock' || purse === 'coin' || purse === 'contract'
    if (after <= 0n || !isOwn) continue
    const { balance, purses } = owed.get(asset) ?? { balance: 0n, purses: [] }
    owed.set(asset, { balance: balance + after, purses: [...purses, purse] })
  }
  return owed
}

/** The way from a leaf to the root; undefined when no tile holds the leaf. */
async function findPath(db: Db, number: number, asset: string, leaf: Buffer): Promise<ProofPath | undefined> {
  const bottom = await findLeafTile(db, number, asset, leaf)
  if (bottom === undefined) return undefined
  return pathThrough([bottom, ...(await findTiles(db, number, asset, tilesAbove(bottom)))], leaf)
}
