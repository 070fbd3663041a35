import type { RequestOf } from '@bolsillo/contract'
import { isRejection } from '@bolsillo/kernel'
import { type Instrument, type ListFigures, searchInstruments, sortList } from '@bolsillo/market/domain'
import { findFollowed, rankedPage } from '@bolsillo/market/server'
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

/** Coins or contracts by what they did in 24 hours, a live ranking; by name, and among favourites, the order stands still. */
export function listTickers(shelf: CoinShelf): Handler {
  return onRead(coinTickers, async (asked, { customer, db }) => {
    const followed = customer === undefined ? [] : await findFollowed(db, customer.customerId)
    const wanted = wantedOf(shelf, asked, followed)
    const figures = await Promise.all(
      wanted.map(async (instrument): Promise<Ranked> => {
        const day = await shelf.day24(instrument)
        return { ...shelf.figuresOf(instrument, day), ticker: instrument.ticker, instrument, day }
      }),
    )
    const page = rankedPage(orderOf(figures, asked), { cursor: asked.cursor, limit: asked.limit ?? standardRows })
    if (isRejection(page)) return page
    return {
      rows: page.rows.map(({ instrument, day }) => shelf.rowOf(instrument, day, followed.includes(instrument.id))),
      ...page.next,
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
