import {
  type Id,
  type Instant,
  isZone,
  notional,
  quantityOf,
  type Rejection,
  reject,
  writeDecimal,
  writeMoney,
} from '@bolsillo/kernel'
import type { ChainHead } from '@bolsillo/ledger/domain'
import { instrumentOf } from '@bolsillo/market/domain'
import { nextTurn, type ReadContext } from '@bolsillo/server-kit'
import { rejections } from '../contract/index.ts'
import { homeZone, type Period, periodOf, type StatedEntry, type Statement, statementOf } from '../domain/index.ts'
import type { StatementsDeps } from './deps.ts'

/** The most movements one statement has, by what it is made into: what is made holds up everything else meanwhile. */
export const rowsMax = { pdf: 1_500, csv: 20_000, summary: 20_000 } as const

const entriesPerTurn = 500

/** A share at the end of a period, with its last price then. */
interface StatedPosition {
  readonly asset: string
  readonly name: string
  readonly quantity: string
  readonly price: string | undefined
  readonly value: string | undefined
  readonly currency: string
  /** The price was generated: nobody traded at it. */
  readonly isGenerated: boolean
}

/** A statement with what it was made of and when. */
export interface MadeStatement extends Statement {
  readonly period: Period
  readonly at: Instant
  readonly head: ChainHead
  readonly positions: readonly StatedPosition[]
}

/** Makes a statement at the head of the journal as it is now; nothing posted later is in it. */
export async function makeStatement(
  deps: StatementsDeps,
  wish: { readonly customerId: Id<'cus'>; readonly from: Period['firstDay']; readonly to: Period['lastDay'] } & {
    readonly zone: string | undefined
    readonly as: keyof typeof rowsMax
  },
  { db, now }: Pick<ReadContext, 'db' | 'now'>,
): Promise<MadeStatement | Rejection> {
  const { customerId, zone = homeZone } = wish
  if (!isZone(zone)) return reject(rejections.zoneUnknown, { field: 'zone' })
  const period = periodOf(wish.from, wish.to, zone, now)
  if (period === undefined) return reject(rejections.periodMalformed, { field: 'from' })
  // What is read first bounds the rest: entries are only ever added behind it.
  const head = await deps.ledger.head(db)
  const bounds = { from: period.from, to: period.to, upTo: head.seq }
  const limit = rowsMax[wish.as]
  const places = await deps.history.places(db, customerId, bounds, limit + 1)
  if (places.length > limit) {
    return reject(rejections.tooLong, { field: 'from', values: { most: String(limit), format: wish.as.toUpperCase() } })
  }
  const entries: StatedEntry[] = []
  for (let start = 0; start < places.length; start += entriesPerTurn) {
    entries.push(...(await deps.history.entriesAt(db, places.slice(start, start + entriesPerTurn))))
    await nextTurn()
  }
  const statement = statementOf(customerId, await deps.history.sums(db, customerId, bounds), entries)
  return { ...statement, period, at: now, head, positions: await positionsOf(deps, statement, period, now) }
}

/** Shares at the end of the period, each at the last price before it ended. */
async function positionsOf(
  { prices, scaleOf }: StatementsDeps,
  { accounts }: Statement,
  { to }: Period,
  now: Instant,
): Promise<readonly StatedPosition[]> {
  const shares = accounts.filter(({ asset, closing }) => asset.startsWith('STK:') && closing !== 0n)
  return await Promise.all(
    shares.map(async ({ asset, closing }) => {
      const id = asset.slice('STK:'.length)
      const { name = id, currency = '', scale } = instrumentOf(id) ?? {}
      const last = await prices.before(id, to, now)
      const worth = last && scale && notional(last.price, quantityOf(closing), scale, 'half-even')
      return {
        asset,
        name,
        quantity: writeDecimal(closing, scaleOf(asset)),
        price: last && scale && writeDecimal(last.price, scale.priceScale),
        value: worth && writeMoney(worth),
        currency,
        isGenerated: last?.isGenerated === true,
      }
    }),
  )
}
