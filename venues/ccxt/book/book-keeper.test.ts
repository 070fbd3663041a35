import { instant, present } from '@bolsillo/kernel'
import { describe, expect, it } from 'vitest'
import { binance } from '../protocols/binance.ts'
import type { BookNews, TextLevel } from '../protocols/protocol.ts'
import { binanceMarkets } from '../testing/coins.ts'
import { createBookKeeper, heldMax, heldMaxMs } from './book-keeper.ts'

const market = present(binanceMarkets[0], 'BTC-USDT')
const now = instant(0)
const bid = (price: string, quantity = '1'): TextLevel => ['buy', price, quantity]
const ask = (price: string, quantity = '1'): TextLevel => ['sell', price, quantity]
const news = (first: number, last: number, ...levels: TextLevel[]): BookNews => ({
  kind: 'book',
  symbol: 'BTCUSDT',
  whole: false,
  first,
  last,
  levels,
})
const whole = (last: number, ...levels: TextLevel[]): BookNews => ({
  kind: 'book',
  symbol: 'BTCUSDT',
  whole: true,
  last,
  levels,
})

function liveKeeper() {
  const keeper = createBookKeeper(market, binance)
  keeper.onNews(whole(10, bid('99.00'), ask('101.00')), now)
  return keeper
}

describe('the keeper of a book', () => {
  it('has no book until a whole one came, and takes what waited in order', () => {
    const keeper = createBookKeeper(market, binance)
    expect(keeper.onNews(news(11, 12, bid('99.50')), now)).toEqual({ counted: 'before-whole' })
    expect(keeper.onNews(news(13, 13, bid('99.50', '0')), now)).toEqual({ counted: 'before-whole' })
    expect(keeper.doubt()).toBe('no-book')
    expect(keeper.onNews(whole(11, bid('99.00'), ask('101.00')), now).told?.reset).toBe(true)
    expect(keeper.doubt()).toBeUndefined()
    expect(keeper.number()).toBe(13)
    expect(keeper.levels()).toEqual([
      ['buy', 9900n, 100_000_000n],
      ['sell', 10100n, 100_000_000n],
    ])
  })

  it('refuses a whole book older than what waits, or than what it had', () => {
    const keeper = createBookKeeper(market, binance)
    keeper.onNews(news(20, 21, bid('99.50')), now)
    expect(keeper.onNews(whole(18, bid('99.00')), now)).toEqual({ counted: 'too-old', needsWhole: true })
    expect(keeper.onNews(whole(19, bid('99.00')), now).told).toBeDefined()
    expect(keeper.onNews(whole(5, bid('90.00')), now)).toEqual({ counted: 'too-old' })
    expect(keeper.number()).toBe(21)
  })

  it.each([
    ['crossed', [bid('101.50')]],
    ['locked', [bid('101.00')]],
  ] as const)('tells nothing of a %s book, doubts it, and asks for a whole one', (_, levels) => {
    const keeper = liveKeeper()
    expect(keeper.onNews(news(11, 11, ...levels), now)).toEqual({ needsWhole: true, counted: 'crossed' })
    expect(keeper.doubt()).toBe('crossed')
    expect(keeper.onNews(whole(11, bid('101.50'), ask('101.40')), now)).toMatchObject({ counted: 'crossed' })
    expect(keeper.onNews(whole(12, bid('101.50'), ask('101.60')), now).told?.reset).toBe(true)
    expect(keeper.doubt()).toBeUndefined()
  })

  it('waits a bounded time and number for a change that is missing, in doubt', () => {
    const keeper = liveKeeper()
    expect(keeper.onNews(news(12, 12, bid('99.20')), now)).toEqual({ counted: 'reordered' })
    expect(keeper.doubt()).toBe('gap')
    expect(keeper.onTime(instant(heldMaxMs - 1))).toEqual({})
    expect(keeper.onNews(news(11, 11, bid('99.10')), now).told).toMatchObject({ reset: true })
    expect(keeper.doubt()).toBeUndefined()
    keeper.onNews(news(14, 14, bid('99.30')), now)
    expect(keeper.onTime(instant(heldMaxMs))).toEqual({ needsWhole: true, counted: 'gap' })
    const other = liveKeeper()
    for (let i = 0; i < heldMax; i += 1) {
      expect(other.onNews(news(12 + i, 12 + i, bid('99.20')), now).needsWhole).toBeUndefined()
    }
    expect(other.onNews(news(500, 500, bid('99.20')), now)).toEqual({ needsWhole: true, counted: 'gap' })
  })

  it('follows exchanges that name the change before (pu) instead of counting on', () => {
    const keeper = liveKeeper()
    expect(keeper.onNews({ ...news(40, 45, bid('99.20')), previous: 10 }, now).told?.changes).toHaveLength(1)
    expect(keeper.onNews({ ...news(60, 61, bid('99.30')), previous: 50 }, now)).toEqual({ counted: 'reordered' })
    expect(keeper.onNews({ ...news(46, 50, bid('99.25')), previous: 45 }, now).told?.reset).toBe(true)
  })

  it('goes on with an exchange that counts anew', () => {
    const keeper = liveKeeper()
    keeper.onDisconnect()
    const refused = Array.from({ length: 5 }, () => keeper.onNews(whole(3, bid('99.00'), ask('101.00')), now))
    expect(refused.every(({ counted }) => counted === 'too-old')).toBe(true)
    expect(keeper.onNews(whole(3, bid('99.00'), ask('101.00')), now).told).toBeDefined()
  })
})
