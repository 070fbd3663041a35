import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ReplyOf } from '@bolsillo/contract'
import { transferCoins } from '@bolsillo/exchange/contract'
import { login } from '@bolsillo/identity/contract'
import { idOf } from '@bolsillo/kernel'
import { coinTicker, query } from '@bolsillo/spot/contract'
import { readSequence } from '@bolsillo/venue-replay'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { arriveAt, button, layer, openLogin, signIn, textbox } from './people/customer.ts'
import { ask } from './stage/api.ts'
import { type Language, languages, openBrowser, openPhone, type Phone } from './stage/phone.ts'
import { type RunningServer, startServer } from './stage/server-process.ts'
import { filled, readFigure, startingWith, unitsOf, wordsOf } from './stage/words.ts'

// The orders of coins on a recorded market, placed on the phone: BTC-USD of two days in April 2018. Every fill names a row of
// a file, and is that row's ask or bid, for no more than its size.

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
  if (server !== undefined) {
    expect(await server.verifyLedger()).toContain('every balance and hold follows')
    expect(await server.checkBooks()).toContain('"findings":0')
  }
  await server?.destroy()
})

type Known = ReplyOf<typeof query>
type Fill = Known['fills'][number]

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

/** The present quote. */
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

/** The customer of these journeys. */
function customerOf(at: RunningServer) {
  const [customer] = at.block.customers
  if (customer === undefined) throw new Error('no demo customer')
  return customer
}

/** A session for asking beside the phone. */
async function enter(at: RunningServer): Promise<void> {
  const { account, password } = customerOf(at)
  token = (await ask(at.block.url, login, { account, password })).token
}

/** A phone that is signed in while there is a quote. */
async function phoneOf(at: RunningServer, by: Browser, language: Language): Promise<Phone> {
  await until(at, () => quoteNow(at))
  await enter(at)
  const on = await openPhone(by, at.block.url, language)
  phone = on
  await signInAgain(at, on)
  return on
}

/** Leaps of time end a session. */
async function signInAgain(at: RunningServer, on: Phone): Promise<void> {
  const { account, password } = customerOf(at)
  await openLogin(on)
  await signIn(on, { phone: account.replace('+52', ''), password })
  await arriveAt(on, '/pages/tabbar/home')
}

interface Wish {
  readonly side: 'buy' | 'sell'
  readonly type: 'market' | 'limit' | 'stop-limit' | 'oco'
  readonly quantity: string
  readonly limitPrice?: number
  readonly stopPrice?: number
}

const typed = (text: string, { language }: Phone): string => (language === 'pt-BR' ? text.replace('.', ',') : text)

/** Places an order on the page of the coin, and opens it. @returns what is known of it; its fills are recorded quotes. */
async function place(
  at: RunningServer,
  on: Phone,
  { side, type, quantity, limitPrice, stopPrice }: Wish,
): Promise<Known> {
  const { page } = on
  const { trading } = wordsOf(on.language)
  const { ticket, types } = trading
  await page.goto(`/pages/coin/coinKline?symbol=${symbol}`)
  await button(on, trading.sides[side]).click()
  const sheet = layer(on)
  if (type === 'market' || type === 'limit') await sheet.getByRole('radio', { name: types[type], exact: true }).click()
  else {
    await sheet.getByRole('radio', { name: types.more, exact: true }).click()
    await button(sheet, types[type]).click()
  }
  const limit = type === 'oco' && side === 'sell' ? ticket.profitPrice : ticket.limitPrice
  // Nobody typed it: the price of a pair is not one of the moment.
  if (type === 'oco') expect(await textbox(sheet, limit).inputValue()).toBe('')
  if (limitPrice !== undefined) await textbox(sheet, limit).fill(String(limitPrice))
  if (stopPrice !== undefined) await textbox(sheet, ticket.stopPrice).fill(String(stopPrice))
  await textbox(sheet, ticket.quantity).fill(typed(quantity, on))
  await button(sheet, ticket.review[side]).click()
  await button(sheet, ticket.confirm[side]).waitFor()
  const pin = sheet.getByLabel(ticket.password, { exact: true })
  if (await pin.isVisible()) await pin.fill(customerOf(at).tradePassword)
  await button(sheet, ticket.confirm[side]).click()
  await button(sheet, ticket.result.done).waitFor()
  const said = await sheet.textContent()
  const [average = ''] = await sheet.getByText(startingWith(ticket.result.average)).allTextContents()
  await sheet.getByRole('link', { name: ticket.result.see }).click()
  await arriveAt(on, '/pages/coin/order')
  const orderId = new URL(page.url()).searchParams.get('orderId') ?? ''
  const known = await ask(at.block.url, query, { orderId: idOf('ord', orderId) }, { token })
  for (const fill of known.fills) checkFill(fill)
  expect(known.order).toMatchObject({ side, quantity })
  if (known.order.state === 'filled') expectSaid(on, { said: said ?? '', average }, known)
  return known
}

/** What the form said came of a filled order: how much, and the average of its fills. */
function expectSaid(on: Phone, { said, average }: Record<'said' | 'average', string>, { order }: Known): void {
  const { result } = wordsOf(on.language).trading.ticket
  const sentence = order.side === 'buy' ? result.filledBuy : result.filledSell
  expect(said).toContain(filled(sentence, { quantity: typed(order.filledQuantity, on), ticker: 'BTC' }))
  expect(readFigure(average, on.language)).toBe(unitsOf(order.averagePrice ?? '', 2))
}

/** The outcome of the first of some orders that ended with fills; its fills are recorded quotes. */
async function ended(at: RunningServer, orderIds: readonly string[]): Promise<Known> {
  return await until(at, async () => {
    await enter(at)
    for (const orderId of orderIds) {
      const found = await ask(at.block.url, query, { orderId: idOf('ord', orderId) }, { token })
      for (const fill of found.fills) checkFill(fill)
      if (found.order.state === 'filled') return found
    }
    return undefined
  })
}

/** Money of the purse of shares, for coins. */
async function payIn(at: RunningServer): Promise<void> {
  await enter(at)
  await ask(at.block.url, transferCoins, { from: 'stock', to: 'coin', asset: 'USD', amount: '1000' }, { token })
}

test.each(languages)('coins are bought and sold at recorded quotes through the form, in %s', async (language) => {
  if (server === undefined || browser === undefined) return console.log(skipped)
  const at = server
  await payIn(at)
  const on = await phoneOf(at, browser, language)
  const { page } = on
  const { trading, parts } = wordsOf(language)
  await page.goto(`/pages/coin/coinKline?symbol=${symbol}`)
  await page.getByLabel(parts.practiceRecorded).first().waitFor()
  expect(await page.getByLabel(parts.practice, { exact: true }).count()).toBe(0)

  const bought = await place(at, on, { side: 'buy', type: 'market', quantity: '0.05' })
  expect([bought.order.state, bought.fills.length]).toEqual(['filled', 1])
  // The phone computes its receipt itself.
  await button(on, trading.order.check).click()
  await page.getByText(trading.order.checkTitle).waitFor()
  const { bid, ask: asked } = await until(at, () => quoteNow(at))
  const reached = await place(at, on, {
    ...{ side: 'buy', type: 'limit', quantity: '0.02' },
    limitPrice: Math.ceil(asked * 1.02),
  })
  expect(reached.order.state).toBe('filled')

  // Far below the market it waits, and is cancelled.
  const waiting = await place(at, on, {
    ...{ side: 'buy', type: 'limit', quantity: '0.01' },
    limitPrice: Math.floor(bid * 0.95),
  })
  expect([waiting.order.state, waiting.fills]).toEqual(['open', []])
  await button(on, trading.orders.cancel).click()
  await button(page.getByRole('alertdialog'), trading.orders.cancel).click()
  await page.getByRole('heading', { name: trading.order.cancelledTitle }).waitFor()

  const limited = await place(at, on, {
    ...{ side: 'sell', type: 'limit', quantity: '0.02' },
    limitPrice: Math.floor(bid * 0.98),
  })
  expect([limited.order.state, limited.order.side]).toEqual(['filled', 'sell'])
  const sold = await place(at, on, { side: 'sell', type: 'market', quantity: '0.03' })
  expect([sold.order.state, sold.order.side]).toEqual(['filled', 'sell'])
  expect(on.troubles).toEqual([])
})

test('a stop-limit and a pair of the form end at recorded quotes, as time goes on', async (context) => {
  if (server === undefined || browser === undefined) return context.skip(skipped)
  const at = server
  await payIn(at)
  const on = await phoneOf(at, browser, 'es-ES')
  const first = await until(at, () => quoteNow(at))
  const bought = await place(at, on, { side: 'buy', type: 'market', quantity: '0.1' })
  expect(bought.order.state).toBe('filled')

  // The price falls in the course of the day: the stop is reached, and its limit fills at a recorded bid.
  const stop = await place(at, on, {
    ...{ side: 'sell', type: 'stop-limit', quantity: '0.05' },
    stopPrice: Math.floor(first.bid * 0.995),
    limitPrice: Math.floor(first.bid * 0.95),
  })
  expect(stop.order.state).toBe('pending-trigger')
  const fallen = await ended(at, [stop.order.orderId])
  expect(fallen.fills.length).toBeGreaterThan(0)

  const later = await until(at, () => quoteNow(at))
  await enter(at)
  await signInAgain(at, on)
  const pair = await place(at, on, {
    ...{ side: 'sell', type: 'oco', quantity: '0.05' },
    limitPrice: Math.ceil(later.ask * 1.01),
    stopPrice: Math.floor(later.bid * 0.99),
  })
  const legs = [pair.order, ...pair.linked].map(({ orderId }) => orderId)
  expect(legs.length).toBe(2)
  const done = await ended(at, legs)
  const [other = ''] = legs.filter((orderId) => orderId !== done.order.orderId)
  const left = await ask(at.block.url, query, { orderId: idOf('ord', other) }, { token })
  expect([left.order.state, left.fills]).toEqual(['cancelled', []])
  expect(on.troubles).toEqual([])
})
