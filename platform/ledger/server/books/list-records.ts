import type { ReplyOf } from '@bolsillo/contract'
import { present, type Rejection, reject, writeDecimal } from '@bolsillo/kernel'
import { useCase } from '@bolsillo/server-kit'
import * as calls from '../../contract/index.ts'
import { rejections } from '../../contract/index.ts'
import { type AccountId, accountParts, emptyBalance, isAccountId, partOfLine } from '../../domain/index.ts'
import { isAsset, type LedgerDeps, scaleOf } from '../deps.ts'
import type { AccountLine, PageOfAccount } from '../ledger.ts'
import { rangeOf } from './entry-range.ts'

type Reply = ReplyOf<typeof calls.listRecords>
const rowsPerPage = 30

/** See the contract. */
export const listRecords = useCase(
  calls.listRecords,
  async (request, { customer, db }, { ledger, valuation }: LedgerDeps): Promise<Reply | Rejection> => {
    const account = `${customer.customerId}:${request.purse}:${request.asset}`
    const page = pageOf(request.cursor, request.limit ?? rowsPerPage)
    if (!isAccountId(account)) return reject(rejections.accountUnknown, { field: 'asset' })
    const balance = (await ledger.balances(db, [account])).get(account) ?? emptyBalance
    const lines = await ledger.entriesOfAccount(db, account, { ...page, movedOnly: request.moved === true })
    const scale = scaleOf(request.asset, valuation)
    const last = lines.at(-1)
    const range = await rangeOf(ledger, db, account)
    // What nobody knows any more (delisted, say) is still listed to whoever had it.
    if (range === undefined && !isAsset(request.asset, valuation))
      return reject(rejections.accountUnknown, { field: 'asset' })
    return {
      asset: request.asset,
      posted: writeDecimal(balance.posted, scale),
      held: writeDecimal(balance.held, scale),
      ...(range === undefined ? {} : { range }),
      rows: lines.map((line) => rowOf(line, account, scale)),
      ...(last !== undefined && lines.length === page.limit ? { next: `${last.seq}.${last.line}` } : {}),
    }
  },
)

/** A cursor is `<seq>.<line>` of the last row seen. */
export function pageOf(cursor: string | undefined, limit: number): PageOfAccount {
  const [seq, line] = cursor?.split('.') ?? []
  return seq === undefined || line === undefined
    ? { limit }
    : { limit, before: { seq: BigInt(seq), line: Number(line) } }
}

function rowOf({ entry, seq, line, hash }: AccountLine, account: AccountId, scale: number): Reply['rows'][number] {
  const posting = present(entry.postings[line], `line ${line} of entry ${entry.id}`)
  const { asset } = accountParts(account)
  return {
    seq: String(seq),
    line,
    entryId: entry.id,
    kind: entry.kind,
    at: entry.at,
    reference: entry.reference,
    details: { ...entry.details },
    part: partOfLine(entry.postings, account, line),
    posted: writeDecimal(posting.posted, scale),
    held: writeDecimal(posting.held, scale),
    postedAfter: writeDecimal(posting.postedAfter, scale),
    heldAfter: writeDecimal(posting.heldAfter, scale),
    legs: entry.postings.flatMap((other) => {
      const parts = accountParts(other.account)
      if (other.account === account || parts.asset !== asset || other.posted === 0n) return []
      // Another customer's id is theirs; that there was one is part of where the money came from.
      return [{ owner: parts.ownerKind, purse: parts.purse, posted: writeDecimal(other.posted, scale) }]
    }),
    hash,
  }
}
