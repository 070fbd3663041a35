import type { ReplyOf } from '@bolsillo/contract'
import { type Id, present, type Rejection, reject } from '@bolsillo/kernel'
import { findOwedAt } from '@bolsillo/ledger/server'
import { type Db, useCase } from '@bolsillo/server-kit'
import * as calls from '../contract/index.ts'
import { rejections } from '../contract/index.ts'
import { type ProofPath, readStatement } from '../domain/index.ts'
import { pathThrough, tilesAbove } from './build-tree.ts'
import type { ProofRoomDeps } from './deps.ts'
import { findLastProof, findLeafTile, findProof, findTiles, type StoredProof } from './proof-store.ts'
import { saltsOf } from './salts.ts'

type Reply = ReplyOf<typeof calls.readOwnProof>

const leavesPerPage = 20

/** See the contract. */
export const readOwnProof = useCase(
  calls.readOwnProof,
  async (request, { customer, db }, { numbersOf, secret }: ProofRoomDeps): Promise<Reply | Rejection> => {
    const { customerId } = customer
    const proof = request.number === undefined ? await findLastProof(db) : await findProof(db, request.number)
    if (proof === undefined) return reject(rejections.proofUnknown, { field: 'number' })
    const customerNumber = present((await numbersOf(db, [customerId])).get(customerId), customerId)
    const owed = await owedAt(db, customerId, proof.journalSeq)
    // The balances at one journal head are final, so the cursor is the number of rows before the page.
    const before = Number(request.cursor ?? 0)
    const assets = [...owed.keys()].sort()
    const page = assets.slice(before, before + (request.limit ?? leavesPerPage))
    const leaves: Reply['leaves'] = []
    const missing: string[] = []
    for (const asset of page) {
      const { balance, purses } = present(owed.get(asset), asset)
      const salts = saltsOf(secret, proof.number, asset)
      const way = await findPath(db, proof, asset, salts.leaf(customerNumber, balance))
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
  },
)

type OwnPurse = Reply['leaves'][number]['purses'][number]

/** What a customer was owed of an asset, and in which purses it was. */
interface Owed {
  readonly balance: bigint
  readonly purses: readonly OwnPurse[]
}

/** What a customer was owed right after an entry, by asset, over all purses: read from the journal, not from the proof. */
async function owedAt(db: Db, customerId: Id<'cus'>, seq: bigint): Promise<ReadonlyMap<string, Owed>> {
  const owed = new Map<string, Owed>()
  for (const { asset, purse, posted } of await findOwedAt(db, customerId, seq)) {
    if (purse !== 'stock' && purse !== 'coin' && purse !== 'contract') continue
    const { balance, purses } = owed.get(asset) ?? { balance: 0n, purses: [] }
    owed.set(asset, { balance: balance + posted, purses: [...purses, purse] })
  }
  return owed
}

/** The way from a leaf to the root; undefined when no tile holds the leaf. */
async function findPath(db: Db, proof: StoredProof, asset: string, leaf: Buffer): Promise<ProofPath | undefined> {
  const height = readStatement(proof.statement).assets.find((proven) => proven.asset === asset)?.height
  const bottom = height === undefined ? undefined : await findLeafTile(db, proof.number, asset, leaf)
  if (height === undefined || bottom === undefined) return undefined
  const above = tilesAbove(bottom).filter(({ base }) => base < height)
  return pathThrough([bottom, ...(await findTiles(db, proof.number, asset, above))], leaf)
}
