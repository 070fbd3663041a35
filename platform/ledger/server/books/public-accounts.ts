import type { ReplyOf } from '@bolsillo/contract'
import { present, type Rejection, reject, writeDecimal } from '@bolsillo/kernel'
import { useCase } from '@bolsillo/server-kit'
import * as calls from '../../contract/index.ts'
import { rejections } from '../../contract/index.ts'
import { type AccountId, accountParts, emptyBalance, readAccountId } from '../../domain/index.ts'
import { type LedgerDeps, scaleOf } from '../deps.ts'
import type { AccountLine } from '../ledger.ts'
import { findAccountsOfAsset } from '../ledger-store.ts'
import { rangeOf } from './entry-range.ts'
import { pageOf } from './list-records.ts'

const rowsPerPage = 30
type Row = ReplyOf<typeof calls.listBookRecords>['rows'][number]

/** See the contract. */
export const listBookAccounts = useCase(
  calls.listBookAccounts,
  async ({ asset }, { db }, { valuation }: LedgerDeps): Promise<ReplyOf<typeof calls.listBookAccounts> | Rejection> => {
    const { customers, accounts } = await findAccountsOfAsset(db, asset)
    const scale = scaleOf(asset, valuation)
    if (accounts.length === 0) return reject(rejections.accountUnknown, { field: 'asset' })
    return {
      asset,
      customers: writeDecimal(customers, scale),
      rows: accounts.map(({ account, posted }) => {
        const { owner, ownerKind, purse } = accountParts(account)
        return {
          account,
          owner: ownerKind === 'venue' ? 'venue' : 'house',
          name: owner,
          purse,
          posted: writeDecimal(posted, scale),
        }
      }),
    }
  },
)

/** See the contract. An account of a customer is as unknown as one that is not there. */
export const listBookRecords = useCase(
  calls.listBookRecords,
  async (
    request,
    { db },
    { ledger, valuation }: LedgerDeps,
  ): Promise<ReplyOf<typeof calls.listBookRecords> | Rejection> => {
    const parts = readAccountId(request.account)
    const page = pageOf(request.cursor, request.limit ?? rowsPerPage)
    if (parts === undefined || parts.ownerKind === 'customer')
      return reject(rejections.accountUnknown, { field: 'account' })
    const account = request.account as AccountId
    const [range, lines, balances] = await Promise.all([
      rangeOf(ledger, db, account),
      ledger.entriesOfAccount(db, account, { ...page, movedOnly: true }),
      ledger.balances(db, [account]),
    ])
    const scale = scaleOf(parts.asset, valuation)
    const last = lines.at(-1)
    return {
      account,
      asset: parts.asset,
      posted: writeDecimal((balances.get(account) ?? emptyBalance).posted, scale),
      ...(range === undefined ? {} : { range }),
      rows: lines.map((line) => rowOf(line, scale)),
      ...(last !== undefined && lines.length === page.limit ? { next: `${last.seq}.${last.line}` } : {}),
    }
  },
)

function rowOf({ entry, seq, line }: AccountLine, scale: number): Row {
  const posting = present(entry.postings[line], `line ${line} of entry ${entry.id}`)
  return {
    seq: String(seq),
    line,
    kind: entry.kind,
    at: entry.at,
    posted: writeDecimal(posting.posted, scale),
    postedAfter: writeDecimal(posting.postedAfter, scale),
  }
}
