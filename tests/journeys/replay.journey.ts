import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { login } from '@bolsillo/identity/contract'
import { buy, type Fill, fills as fillsCall, info } from '@bolsillo/stocks/contract'
import { readSequence } from '@bolsillo/venue-replay'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './stage/api.ts'
import { type RunningServer, startServer } from './stage/server-process.ts'
import { unitsOf } from './stage/words.ts'

// The same purchase on recorded quotes: every fill names a row of a file, and is that row's ask, for no more than its size.

const folder = '../shared/data/market'
const there = existsSync(fileURLToPath(new URL(`../../${folder}`, import.meta.url)))
const skipped = `SKIPPED: ${folder} is absent`
// So slow that a quote which is seen is the one that is bought; the test clock leaps over what lies between.
const speed = '1'
/** As much as some rows offer of a share cheap enough to ask for more. */
const scarceSize = 200
/** How far the clock leaps when the share is not offered yet: closer where a single row is looked for. */
const leapMs = { far: 20 * 60_000, near: 60_000 } as const
/** The recording is looked at every 50 ms; time enough to have done so, and a leap too many does no harm. */
const lookMs = 60
const leapsMax = 2_000

let server: RunningServer | undefined

beforeAll(async () => {
  if (there) server = await startServer({ MARKET: `replay:${folder}`, MARKET_SPEED: speed })
  else console.log(skipped)
})
afterAll(async () => {
  await server?.destroy()
})

interface Row {
  readonly ask: string
  readonly askSize: string
}

/** The row of a recorded minute file that a line number names, the header being line 1. */
function rowAt(file: string, line: number): Row {
  const text = readFileSync(fileURLToPath(new URL(`../../${folder}/minute/${file}.csv`, import.meta.url)), 'utf8')
  const lines = text.split('\n')
  const columns = (lines[0] ?? '').split(',')
  const cells = (lines[line - 1] ?? '').split(',')
  return { ask: cells[columns.indexOf('ask')] ?? '', askSize: cells[columns.indexOf('askSize')] ?? '' }
}

/** A fill is its row's ask, for no more than the row offered. @returns the file and line it names. */
function checkFill(fill: Fill): { readonly file: string; readonly line: number } {
  expect(fill.source).toMatch(/^replay:/)
  const file = fill.source.replace('replay:', '')
  const { line } = readSequence(fill.sequence)
  const row = rowAt(file, line)
  expect(unitsOf(fill.price, 4), `${fill.source} line ${line}`).toBe(unitsOf(row.ask, 4))
  expect(Number(fill.quantity)).toBeGreaterThan(0)
  expect(Number(fill.quantity)).toBeLessThanOrEqual(Number(row.askSize))
  return { file, line }
}

/** Whether a share is offered in a file of the recording now, for no more than `sizeMax` shares. */
async function isQuoted(at: RunningServer, symbol: string, file: string, sizeMax: number): Promise<boolean> {
  const { quote } = await ask(at.block.url, info, { symbol })
  const isOffered = quote?.ask !== undefined && !quote.stale && Number(quote.askSize) <= sizeMax
  return quote?.source === `replay:${file}` && isOffered
}

/** Moves time on until a share is offered in a file of the recording, for no more than `sizeMax` shares. */
async function quotedFrom(
  at: RunningServer,
  symbol: string,
  file: string,
  leap: keyof typeof leapMs,
  sizeMax = Number.MAX_VALUE,
): Promise<void> {
  for (let leaps = 0; leaps < leapsMax; leaps += 1) {
    if (await isQuoted(at, symbol, file, sizeMax)) return
    await at.advanceClockMs(leapMs[leap])
    await new Promise((resolve) => setTimeout(resolve, lookMs))
  }
  throw new Error(`${symbol} was never quoted from ${file}`)
}

const purchases = [
  { symbol: 'SPY.US', file: 'SPY-20131007' },
  { symbol: 'AAPL.US', file: 'AAPL-20140605' },
  { symbol: 'AAPL.US', file: 'AAPL-20140606' },
  { symbol: 'AAPL.US', file: 'AAPL-20140609' },
  { symbol: 'SPY.US', file: 'SPY-20230803' },
] as const

test('a purchase larger than what is offered is filled for what is offered, and the rest is cancelled', async (context) => {
  if (server === undefined) return context.skip(skipped)
  const { url, customers } = server.block
  const [, customer] = customers
  if (customer === undefined) throw new Error('no second demo customer')
  const { tradePassword } = customer
  const symbol = 'BAC.US'
  await quotedFrom(server, symbol, 'BAC-20131007', 'near', scarceSize)
  const { token } = await ask(url, login, { account: customer.account, password: customer.password })
  const order = { symbol, type: 'market', quantity: String(scarceSize + 50), tradePassword } as const
  const placed = await ask(url, buy, order, { token })
  const [fill] = placed.fills
  if (fill === undefined) throw new Error('nothing was filled')
  const { file, line } = checkFill(fill)
  expect([placed.fills.length, fill.quantity]).toEqual([1, rowAt(file, line).askSize])
  expect(placed.order).toMatchObject({ state: 'cancelled', filledQuantity: fill.quantity, endReason: 'no-liquidity' })
  expect(await server.verifyLedger()).toContain('every balance and hold follows')
})

test('fills equal the recorded quotes they name', async (context) => {
  if (server === undefined) return context.skip(skipped)
  const { url, customers } = server.block
  const [customer] = customers
  if (customer === undefined) throw new Error('no demo customer')
  const { tradePassword } = customer
  let token = ''
  for (const { symbol, file } of purchases) {
    await quotedFrom(server, symbol, file, 'far')
    // Hours were leapt over, in which a session ends.
    token = (await ask(url, login, { account: customer.account, password: customer.password })).token
    const order = { symbol, type: 'market', quantity: '1', tradePassword } as const
    const placed = await ask(url, buy, order, { token })
    expect(placed.order.state).toBe('filled')
    for (const fill of placed.fills) expect(checkFill(fill).file).toBe(file)
  }
  const kept = await ask(url, fillsCall, {}, { token })
  expect(kept.rows.filter(({ source }) => source.startsWith('replay:')).length).toBeGreaterThanOrEqual(purchases.length)
  expect(await server.verifyLedger()).toContain('every balance and hold follows')
})
