import { instant, isRejection, isZone, reject, writeDecimal } from '@bolsillo/kernel'
import { useCase } from '@bolsillo/server-kit'
import { listStatements as listCall, rejections, readStatement as summaryCall } from '../contract/index.ts'
import { type AssetSum, homeZone, monthsSince } from '../domain/index.ts'
import type { StatementsDeps } from './deps.ts'
import { customerPurse } from './list-movements.ts'
import { makeStatement, rowsMax } from './make-statement.ts'

/** The months a statement can be had of. */
export const listStatements = useCase(
  listCall,
  async ({ zone = homeZone }, { db, customer, now }, { history }: StatementsDeps) => {
    const { customerId } = customer
    if (!isZone(zone)) return reject(rejections.zoneUnknown, { field: 'zone' })
    const span = await history.span(db, customerId)
    const months = monthsSince(instant(Math.min(span?.first ?? now, now)), now, zone)
    return {
      months: months.map(({ month, firstDay, lastDay, isComplete }) => ({
        month,
        from: firstDay,
        to: lastDay,
        isComplete,
      })),
      rowsMaxPdf: rowsMax.pdf,
      rowsMaxCsv: rowsMax.csv,
    }
  },
)

/** A statement's sums, for a page. */
export const readStatement = useCase(summaryCall, async ({ from, to, zone }, context, deps: StatementsDeps) => {
  const { customerId } = context.customer
  const made = await makeStatement(deps, { customerId, from, to, zone, as: 'summary' }, context)
  if (isRejection(made)) return made
  const write = (minor: bigint, asset: string): string => writeDecimal(minor, deps.scaleOf(asset))
  const writeSums = (sums: readonly AssetSum[]) =>
    sums.map(({ asset, amount }) => ({ asset, amount: write(amount, asset) }))
  return {
    from: made.period.firstDay,
    to: made.period.lastDay,
    zone: made.period.zone,
    at: made.at,
    head: { seq: String(made.head.seq), hash: made.head.hash },
    accounts: made.accounts.map((account) => ({
      purse: customerPurse(account.purse),
      asset: account.asset,
      opening: write(account.opening, account.asset),
      in: write(account.in, account.asset),
      out: write(account.out, account.asset),
      closing: write(account.closing, account.asset),
    })),
    fees: writeSums(made.fees),
    vat: writeSums(made.vat),
    rounding: writeSums(made.rounding),
    movements: made.movements,
  }
})
