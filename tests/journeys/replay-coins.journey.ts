import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ReplyOf, RequestOf } from '@bolsillo/contract'
import { transferCoins } from '@bolsillo/exchange/contract'
import { login } from '@bolsillo/identity/contract'
import { idOf } from '@bolsillo/kernel'
import { add, close, coinTicker, list, query } from '@bolsillo/spot/contract'
import { readSequence } from '@bolsillo/venue-replay'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ask } from './api.ts'
import { arriveAt, button, signIn, tokenOn } from './customer.ts'
import { languages, openBrowser, openPhone, type Phone } from './phone.ts'
import { type RunningServer, startServer } from './server-process.ts'
import { unitsOf, wordsOf } from './words.ts'

// The orders of coins on a recorded market: BTC-USD of two days in April 2018. Every fill names a row of a file, and is that
// row's ask or bid, for no more than its size.

const folder = '../shared/data/market'
const there = existsSync(fileURLToPath(new URL(`../../${folder}`, import.meta.url)))
const skipped = `SKIPPED: ${folder} is absent`
const symbol = 'BTC-USD'
const files = ['BTC-USD-20180404', 'BTC-USD-20180405'] as const
/** So slow that a quote which is seen is the one that is traded at; the test clock leaps over what lies between. */
const speed = '1'
const leapMs = 10 * 60_000
/** Two days in leaps. */
const leapsMax = 288

let server: RunningServer | undefined
let browser: Browser | undefined
let phone: Phone | undefined
let token = ''

beforeAll(async () => {
  if (!there) return console.log(skipped)
  server = await startServer({ MARKET: `replay:${folder}`, MARKET_SPEED: speed })
  browser = await openBrowser()
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await phone?.shot('failed-replay-coins')
  await phone?.context.close()
  phone = undefined
})
afterAll(async () => {
  await browser?.close()
  await server?.destroy()
})

type Placed = ReplyOf<typeof add>
type Fill = Placed['fills'][number]

/** The row of a recorded minute file that a line number names, the header being line 1. */
function rowAt(file: string, line: number): (column: string) => string {
  const text = readFileSync(fileURLToPath(new URL(`../../${folder}/minute/${file}.csv`, import.meta.url)), 'utf8')
  const lines = text.split('\n')
  const columns = (lines[0] ?? '').split(',')
  const cells = (lines[line - 1] ?? '').split(',')
  return (column) => cells[columns.indexOf(column)] ?? ''
}

/** A purchase is filled at its row's ask, a sale at its bid, for no more than stood there. */
function checkFill({ source, sequence, price, quantity, side }: Fill): void {
  const file = source.replace('replay:', '')
  expect(files, source).toContain(file)
  const { line } = readSequence(sequence)
  const cell = rowAt(file, line)
  const quoted = side === 'buy' ? 'ask' : 'bid'
  expect(unitsOf(price, 2), `${source} line ${line}`).toBe(unitsOf(cell(quoted), 2))
  expect(Number(quantity)).toBeGreaterThan(0)
  expect(Number(quantity)).toBeLessThanOrEqual(Number(cell(`${quoted}Size`)))
}

interface Quote {
  readonly bid: number
  readonly ask: number
}

/** The quote as it stands. */
async function quoteNow(at: RunningServer): Promise<Quote | undefined> {
  const { quote } = await ask(at.block.url, coinTicker, { symbol })
  if (quote?.bid === undefined || quote.ask === undefined || quote.stale) return undefined
  return { bid: Number(quote.bid), ask: Number(quote.ask) }
}

/** Moves time on until something is so; the recording has two days to make it so. */
async function until<T>(at: RunningServer, look: () => Promise<T | undefined>): Promise<T> {
  for (let leaps = 0; leaps < leapsMax; leaps += 1) {
    const found = await look()
    if (found !== undefined) return found
    await at.advanceClockMs(leapMs)
  }
  throw new Error('two days passed in vain')
}

test('coins are bought and sold at recorded quotes: market, limit, stop-limit, OCO, cancelled', async (context) => {
  if (server === undefined) return context.skip(skipped)
  const at = server
  const { url, customers } = at.block
  const [customer] = customers
  if (customer === undefined) throw new Error('no demo customer')
  const { account, password, tradePassword } = customer
  const enter = async (): Promise<void> => {
    token = (await ask(url, login, { account, password })).token
  }
  const order = async (fields: Omit<RequestOf<typeof add>, 'symbol' | 'tradePassword'>): Promise<Placed> => {
    const placed = await ask(url, add, { symbol, tradePassword, ...fields }, { token })
    for (const fill of placed.fills) checkFill(fill)
    return placed
  }
  /** An order that ended, with fills; the session is renewed, because the leaps of time end it. */
  const ended = async (orderIds: readonly string[]): Promise<ReplyOf<typeof query>> =>
    await until(at, async () => {
      await enter()
      for (const orderId of orderIds) {
        const found = await ask(url, query, { orderId: idOf('ord', orderId) }, { token })
        if (found.order.state === 'filled') return found
      }
      return undefined
    })
  await enter()
  await ask(url, transferCoins, { from: 'stock', to: 'coin', asset: 'USD', amount: '4000' }, { token })

  const first = await until(at, () => quoteNow(at))
  const bought = await order({ side: 'buy', type: 'market', quantity: '0.2' })
  expect(bought.order.state).toBe('filled')
  const limit = String(Math.ceil(first.ask * 1.02))
  const reached = await order({ side: 'buy', type: 'limit', quantity: '0.1', limitPrice: limit })
  expect(reached.order.state).toBe('filled')

  // Far below the market it waits, and is cancelled.
  const waiting = await order({
    side: 'buy',
    type: 'limit',
    quantity: '0.01',
    limitPrice: String(Math.floor(first.bid * 0.95)),
  })
  expect(waiting.order.state).toBe('open')
  const cancelled = await ask(url, close, { orderId: idOf('ord', waiting.order.orderId) }, { token })
  expect(cancelled.order).toMatchObject({ state: 'cancelled', held: '0.00' })

  // The price falls in the course of the day: the stop is reached, and its limit fills at a recorded bid.
  const stop = await order({
    side: 'sell',
    type: 'stop-limit',
    timeInForce: 'gtc',
    quantity: '0.1',
    stopPrice: String(Math.floor(first.bid * 0.995)),
    limitPrice: String(Math.floor(first.bid * 0.95)),
  })
  expect(stop.order.state).toBe('pending-trigger')
  for (const fill of (await ended([stop.order.orderId])).fills) checkFill(fill)

  const later = await until(at, () => quoteNow(at))
  const pair = await order({
    side: 'sell',
    type: 'oco',
    timeInForce: 'gtc',
    quantity: '0.1',
    limitPrice: String(Math.ceil(later.ask * 1.01)),
    stopPrice: String(Math.floor(later.bid * 0.99)),
  })
  if (pair.twin === undefined) throw new Error('an OCO has two legs')
  const legs = [pair.order.orderId, pair.twin.orderId]
  const done = await ended(legs)
  for (const fill of done.fills) checkFill(fill)
  const [other = ''] = legs.filter((orderId) => orderId !== done.order.orderId)
  expect((await ask(url, query, { orderId: idOf('ord', other) }, { token })).order.state).toBe('cancelled')

  await until(at, () => quoteNow(at))
  await enter()
  const sold = await order({ side: 'sell', type: 'market', quantity: '0.1' })
  expect(sold.order.state).toBe('filled')
  expect(await at.verifyLedger()).toContain('every balance and hold follows')
  await at.checkBooks()
})

test.each(languages)(
  'the page of a coin says that prices are recorded, and checks a receipt, in %s',
  async (language) => {
    if (server === undefined || browser === undefined) return
    const { url, customers } = server.block
    const [customer] = customers
    if (customer === undefined) throw new Error('no demo customer')
    const on = await openPhone(browser, url, language)
    phone = on
    const { page } = on
    const { trading, parts } = wordsOf(language)
    await page.goto('/pages/common/login')
    await signIn(on, { phone: customer.account.replace('+52', ''), password: customer.password })
    await arriveAt(on, '/pages/tabbar/home')
    await page.goto(`/pages/coin/coinKline?symbol=${symbol}`)
    await page.getByLabel(parts.practiceRecorded).first().waitFor()
    expect(await page.getByLabel(parts.practice, { exact: true }).count()).toBe(0)
    await page.goto('/pages/coin/index')
    await page.getByLabel(parts.practiceRecorded).first().waitFor()
    const { rows } = await ask(url, list, { symbol, filter: 'closed' }, { token: await tokenOn(on) })
    const filledOrder = rows.find(({ state }) => state === 'filled')
    if (filledOrder === undefined) throw new Error('no order was filled')
    await page.goto(`/pages/coin/order?orderId=${filledOrder.orderId}`)
    await button(on, trading.order.check).click()
    await page.getByText(trading.order.checkTitle).waitFor()
    expect(on.troubles).toEqual([])
  },
)
