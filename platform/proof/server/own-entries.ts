import type { ReplyOf } from '@bolsillo/contract'
import { present, type Rejection, reject } from '@bolsillo/kernel'
import { type HashedEntry, isAccountId } from '@bolsillo/ledger/domain'
import { type AccountLine, writeHashedEntries } from '@bolsillo/ledger/server'
import { useCase } from '@bolsillo/server-kit'
import * as calls from '../contract/index.ts'
import { rejections } from '../contract/index.ts'
import type { ProofRoomDeps } from './deps.ts'
import { findLastProof, findProof } from './proof-store.ts'

type Reply = ReplyOf<typeof calls.listProofEntries>

const rowsPerPage = 20

/** See the contract. */
export const listProofEntries = useCase(
  calls.listProofEntries,
  async (request, { customer, db }, { ledger }: ProofRoomDeps): Promise<Reply | Rejection> => {
    const { customerId } = customer
    const proof = request.number === undefined ? await findLastProof(db) : await findProof(db, request.number)
    if (proof === undefined) return reject(rejections.proofUnknown, { field: 'number' })
    const account = `${customerId}:${request.purse}:${request.asset}`
    if (!isAccountId(account)) return reject(rejections.accountUnknown, { field: 'asset' })
    const limit = request.limit ?? rowsPerPage
    const before = cursorOf(request.cursor, proof.journalSeq)
    const lines = await ledger.entriesOfAccount(db, account, { limit, before })
    const shown = await writeHashedEntries(db, lines, customerId)
    const last = lines.at(-1)
    return {
      account,
      rows: lines.map((line, place) => rowOf(line, present(shown[place], 'its entry'))),
      ...(last !== undefined && lines.length === limit ? { next: `${last.seq}.${last.line}` } : {}),
    }
  },
)

/** A cursor is `<seq>.<line>` of the last row seen. One beyond the proof, or made up, starts at the proof. */
function cursorOf(cursor: string | undefined, seq: bigint): { readonly seq: bigint; readonly line: number } {
  const match = /^([1-9]\d{0,17})\.(\d{1,3})$/.exec(cursor ?? '')
  const from = { seq: BigInt(match?.[1] ?? seq + 1n), line: Number(match?.[2] ?? 0) }
  return from.seq <= seq ? from : { seq: seq + 1n, line: 0 }
}

function rowOf({ entry, line }: AccountLine, shown: HashedEntry): Reply['rows'][number] {
  const posting = present(entry.postings[line], `line ${line} of entry ${entry.id}`)
  return {
    ...shown,
    line,
    kind: entry.kind,
    at: entry.at,
    posted: String(posting.posted),
    postedAfter: String(posting.postedAfter),
  }
}
