import { coreRejections, type ReplyOf } from '@bolsillo/contract'
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
    if (before === undefined)
      return reject(coreRejections.fieldInvalid, { field: 'cursor', values: { problem: 'malformed' } })
    const lines = await ledger.entriesOfAccount(db, account, { limit, before })
    // An account nothing was ever posted to is none.
    if (lines.length === 0 && request.cursor === undefined) return reject(rejections.accountUnknown, { field: 'asset' })
    const shown = await writeHashedEntries(db, lines, customerId)
    const last = lines.at(-1)
    return {
      account,
      rows: lines.map((line, place) => rowOf(line, present(shown[place], 'its entry'))),
      ...(last !== undefined && lines.length === limit ? { next: `${last.seq}.${last.line}` } : {}),
    }
  },
)

/** A cursor is `<seq>.<line>` of the last row seen; without one, right behind the proof. Undefined of one beyond the proof. */
function cursorOf(
  cursor: string | undefined,
  seq: bigint,
): { readonly seq: bigint; readonly line: number } | undefined {
  const [from, line] = cursor?.split('.') ?? []
  if (from === undefined || line === undefined) return { seq: seq + 1n, line: 0 }
  return BigInt(from) <= seq ? { seq: BigInt(from), line: Number(line) } : undefined
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
