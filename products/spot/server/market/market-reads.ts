import type { RequestOf } from '@bolsillo/contract'
import { type Instrument, type ListFigures, searchInstruments, sortList } from '@bolsillo/market/domain'
import { findFollowed, instrumentUseCases, isFollowed, rankedPage } from '@bolsillo/market/server'
import { type UseCase, useCase } from '@bolsillo/server-kit'
import { writeRules } from '@bolsillo/trading/server'
import {
  coinBooks,
  coinCandles,
  coinInfos,
  coinMarketRejections,
  coinTicker,
  coinTickers,
  coinTrades,
  followCoin,
  unfollowCoin,
} from '../../contract/index.ts'
import type { SpotDeps } from '../deps.ts'
import { unknownCoin } from '../orders/place-order.ts'
import { type CoinShelf, coinProductOf, type Day24 } from './coin-shelf.ts'

const standardRows = 50

type MarketDeps = Pick<SpotDeps, 'market' | 'candles' | 'shelf'>

interface Ranked extends ListFigures {
  readonly ticker: string
  readonly instrument: Instrument
  readonly day: Day24 | undefined
}

/** All coins and contracts with their rules, in the order the market lists them. */
const listInfos = useCase(coinInfos, async ({ product, currency }, _context, { shelf }: MarketDeps) => ({
  rows: shelf
    .shown()
    .filter((one) => product === undefined || coinProductOf(one) === product)
    .filter((one) => currency === undefined || one.currency === currency)
    .map(shelf.infoOf),
}))

/** One coin or contract whole; and whether the caller follows it. */
const readTicker = useCase(coinTicker, async ({ symbol }, { customer, db }, { shelf }: MarketDeps) => {
  const instrument = shelf.find(symbol)
  if (instrument === undefined) return unknownCoin(symbol)
  const day = await shelf.day24(instrument)
  const followed = customer !== undefined && (await isFollowed(db, customer.customerId, symbol))
  return { ...shelf.rowOf(instrument, day, followed), rules: writeRules(instrument) }
})

/** Coins or contracts by what they did in 24 hours, a live ranking; by name, and among favorites, the order does not change. */
const listTickers = useCase(coinTickers, async (asked, { customer, db }, { shelf }: MarketDeps) => {
  const followed = customer === undefined ? [] : await findFollowed(db, customer.customerId)
  const wanted = wantedOf(shelf, asked, followed)
  const figures = await Promise.all(
    wanted.map(async (instrument): Promise<Ranked> => {
      const day = await shelf.day24(instrument)
      return { ...shelf.figuresOf(instrument, day), ticker: instrument.ticker, instrument, day }
    }),
  )
  const page = rankedPage(orderOf(figures, asked), { cursor: asked.cursor, limit: asked.limit ?? standardRows })
  return {
    rows: page.rows.map(({ instrument, day }) => shelf.rowOf(instrument, day, followed.includes(instrument.id))),
    ...page.next,
  }
})

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

const calls = { candles: coinCandles, trades: coinTrades, book: coinBooks, follow: followCoin, unfollow: unfollowCoin }

/** The market calls of this room, over the market of this server. */
export const marketUseCases: readonly UseCase<MarketDeps>[] = [
  listInfos,
  listTickers,
  readTicker,
  ...instrumentUseCases<MarketDeps>(calls, {
    find: (symbol, { shelf }) => shelf.find(symbol) ?? unknownCoin(symbol),
    full: coinMarketRejections.followedFull,
  }),
]
