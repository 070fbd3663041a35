import type { ReplyOf } from '@bolsillo/contract'
import { type Rejection, reject, writeDecimal } from '@bolsillo/kernel'
import { useCase } from '@bolsillo/server-kit'
import * as calls from '../contract/index.ts'
import { rejections } from '../contract/index.ts'
import { coverageOf, readStatement } from '../domain/index.ts'
import type { ProofRoomDeps } from './deps.ts'
import {
  type CheckCounts,
  countChecks,
  findLastProof,
  findProof,
  findProofsBefore,
  type StoredProof,
} from './proof-store.ts'

const rowsPerPage = 30
const beyondAll = 1_000_000

/** See the contract. */
export const listProofs = useCase(
  calls.listProofs,
  async (request, { db }): Promise<ReplyOf<typeof calls.listProofs>> => {
    const limit = request.limit ?? rowsPerPage
    const before = request.cursor === undefined ? beyondAll : Number(request.cursor)
    const found = await findProofsBefore(db, before, limit)
    const checks = await countChecks(
      db,
      found.map(({ number }) => number),
    )
    const last = found.at(-1)
    return {
      rows: found.map((proof) => rowOf(proof, checks.get(proof.number))),
      ...(last !== undefined && found.length === limit && last.number > 1 ? { next: String(last.number) } : {}),
    }
  },
)

/** See the contract. */
export const readProof = useCase(
  calls.readProof,
  async ({ number }, { db }, { scaleOf }: ProofRoomDeps): Promise<ReplyOf<typeof calls.readProof> | Rejection> => {
    const proof = number === undefined ? await findLastProof(db) : await findProof(db, number)
    if (proof === undefined) return reject(rejections.proofUnknown, { field: 'number' })
    const checks = await countChecks(db, [proof.number])
    const statement = readStatement(proof.statement)
    return {
      ...rowOf(proof, checks.get(proof.number)),
      statement: proof.statement,
      assets: coverageOf(statement, scaleOf).map(
        ({ asset, scale, owed, inCustody, house, ungranted, claims, bps }) => ({
          asset,
          owed: writeDecimal(owed, scale),
          inCustody: writeDecimal(inCustody, scale),
          house: writeDecimal(house, scale),
          ungranted: writeDecimal(ungranted, scale),
          claims: writeDecimal(claims, scale),
          ...(bps === undefined ? {} : { covered: writeDecimal(bps, 2) }),
        }),
      ),
      notCovered: [...statement.notCovered],
    }
  },
)

function rowOf(
  { statement: _, journalSeq, ...proof }: StoredProof,
  checks: CheckCounts = { sound: 0, unsound: 0 },
): ReplyOf<typeof calls.listProofs>['rows'][number] {
  return { ...proof, journalSeq: String(journalSeq), checks: { ...checks } }
}
