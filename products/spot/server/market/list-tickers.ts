import { coreRejections, type RequestOf } from '@bolsillo/contract'
import { reject } from '@bolsillo/kernel'
import { type Instrument, type ListFigures, searchInstruments, sortList } from '@bolsillo/market/domain'
import { findFollowed } from '@bolsillo/market/server'
import { type Handler, onRead } from '@bolsillo/server-kit'
import { coinTickers } from '../../contract.ts'
import { type CoinShelf, coinProductOf } from './coin-rows.ts'
import type { Day24 } from './day24.ts'

const standardRows = 50

interface Ranked extends ListFigures {
  readonly ticker: string
  readonly instrument: Instrument
  readonly day: Day24 | undefined
}

/**
 * Coins or contracts by what they did in 24 hours. The cursor is a place in that order: one that moves between two pages
 * may show twice or not at all, as in any live ranking; by name, and among favourites, the order stands still.
 */
export function listTickers(shelf: CoinShelf): Handler {
  return onRead(coinTickers, async (asked, { customer, db }) => {
    const { cursor = '0', limit = standardRows } = asked
    if (!/^(0|[1-9][0-9]{0,4})$/.test(cursor)) {
      return reject(coreRejections.fieldInvalid, { field: 'cursor', values: { problem: 'malformed' } })
    }
    const followed = customer === undefined ? [] : await findFollowed(db, customer.customerId)
    const wanted = wantedOf(shelf, asked, followed)
    const figures = await Promise.all(
      wanted.map(async (instrument): Promise<Ranked> => {
        const day = await shelf.day24(instrument)
        return { ...shelf.figuresOf(instrument, day), ticker: instrument.ticker, instrument, day }
      }),
    )
    const sorted = orderOf(figures, asked)
    const from = Number(cursor)
    return {
      rows: sorted
        .slice(from, from + limit)
        .map(({ instrument, day }) => shelf.rowOf(instrument, day, followed.includes(instrument.id))),
      ...(from + limit < sorted.length ? { next: String(from + limit) } : {}),
    }
  })
}

function wantedOf(
  shelf: CoinShelf,
  { product, currency, followed: own }: RequestOf<typeof coinTickers>,
  followed: readonly string[],
): readonly Instrument[] {
  const all = shelf
    .shown()
    .filter((one) => product === undefined || coinProductOf(one) === product)
    .filter((one) => currency === undefined || one.currency === currency)
  if (own !== true) return all
  return followed.flatMap((symbol) => all.find(({ id }) => id === symbol) ?? [])
}

function orderOf(rows: readonly Ranked[], asked: RequestOf<typeof coinTickers>): readonly Ranked[] {
  const { keyword, followed, sort } = asked
  if (keyword !== undefined) return searchInstruments(sortList(rows, 'turnover'), keyword, rows.length)
  return followed === true && sort === undefined ? rows : sortList(rows, sort ?? 'turnover')
}
