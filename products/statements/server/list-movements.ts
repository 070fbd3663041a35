import { type ReplyOf, refuseUnknown } from '@bolsillo/contract'
import { type Id, instant, isZone, type Rejection, reject, tradeDate, writeDecimal } from '@bolsillo/kernel'
import { kindsOf } from '@bolsillo/ledger/domain'
import type { Movement } from '@bolsillo/ledger/server'
import { assetOf } from '@bolsillo/portfolio/domain'
import { useCase } from '@bolsillo/server-kit'
import { listMovements as call, rejections } from '../contract/index.ts'
import { homeZone, movedBy, otherLines, ownLines, periodOf } from '../domain/index.ts'
import type { StatementsDeps } from './deps.ts'

type Row = ReplyOf<typeof call>['rows'][number]
const rowsPerPage = 20
const earliest = tradeDate('2000-01-01')

/** Everything that moved, newest first. */
export const listMovements = useCase(
  call,
  async (
    { cursor, limit = rowsPerPage, purse, asset, group, ...days },
    { db, customer, now },
    deps: StatementsDeps,
  ) => {
    const { customerId } = customer
    const zone = days.zone ?? homeZone
    if (!isZone(zone)) return reject(rejections.zoneUnknown, { field: 'zone' })
    const between = boundsOf(days.from, days.to, zone, now)
    if ('spec' in between) return between
    const kinds = group === undefined ? undefined : kindsOf(group)
    const before = cursor === undefined ? undefined : BigInt(cursor)
    const found = await deps.history.movements(db, customerId, { purse, asset, kinds, ...between }, { before, limit })
    // What nobody knows any more (delisted, say) is still listed to whoever had it.
    const isFirst = cursor === undefined && days.from === undefined && days.to === undefined
    if (found.length === 0 && isFirst && asset !== undefined && assetOf(asset) === undefined)
      return refuseUnknown('asset')
    const last = found.at(-1)
    return {
      rows: found.map((movement) => writeMovement(movement, customerId, deps)),
      ...(last !== undefined && found.length === limit ? { next: String(last.entry.seq) } : {}),
    }
  },
)

type Day = Parameters<typeof periodOf>[0]

/** Either end may be left open. */
function boundsOf(
  from: Day | undefined,
  to: Day | undefined,
  zone: string,
  now: Parameters<typeof periodOf>[3],
): { readonly from?: typeof now; readonly to?: typeof now } | Rejection {
  const wrong = reject(rejections.periodMalformed, { field: from === undefined ? 'to' : 'from' })
  if (from !== undefined && to !== undefined) {
    const period = periodOf(from, to, zone, now)
    return period === undefined ? wrong : { from: period.from, to: period.to }
  }
  if (from !== undefined) {
    const day = periodOf(from, from, zone, now)
    return day === undefined ? wrong : { from: day.from }
  }
  if (to === undefined) return {}
  if (to < earliest) return wrong
  const day = periodOf(to, to, zone, instant(253_402_300_799_999))
  return day === undefined ? wrong : { to: day.to }
}

/** An entry as its customer sees it. */
function writeMovement(
  { entry, hash }: Movement,
  customerId: Id<'cus'>,
  { scaleOf }: Pick<StatementsDeps, 'scaleOf'>,
): Row {
  const lines = ownLines(entry, customerId)
  const write = (minor: bigint, asset: string): string => writeDecimal(minor, scaleOf(asset))
  return {
    seq: String(entry.seq),
    entryId: entry.id,
    kind: entry.kind,
    at: entry.at,
    reference: entry.reference,
    details: { ...entry.details },
    moved: writeMoved(entry, customerId, { scaleOf }),
    lines: lines.map(({ purse, asset, part, posted, held, postedAfter }) => ({
      purse: customerPurse(purse),
      asset,
      part,
      posted: write(posted, asset),
      held: write(held, asset),
      postedAfter: write(postedAfter, asset),
    })),
    legs: otherLines(entry, customerId).map(({ owner, purse, asset, posted }) => ({
      owner,
      purse,
      asset,
      posted: write(posted, asset),
    })),
    hash,
  }
}

/** What an entry moved of a customer's, in each purse and asset. */
export function writeMoved(
  entry: Movement['entry'],
  customerId: Id<'cus'>,
  { scaleOf }: Pick<StatementsDeps, 'scaleOf'>,
): Row['moved'] {
  return movedBy(ownLines(entry, customerId)).map(({ purse, asset, posted }) => ({
    purse: customerPurse(purse),
    asset,
    posted: writeDecimal(posted, scaleOf(asset)),
  }))
}

/** The purse of a customer's account; the chart of accounts gives customers no other. */
export function customerPurse(purse: string): 'stock' | 'coin' | 'contract' {
  return purse === 'coin' || purse === 'contract' ? purse : 'stock'
}
