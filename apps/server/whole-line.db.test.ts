import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { verifyAudit } from '@bolsillo/audit/server'
import { auditRows, verifyLedger } from '@bolsillo/ledger/server'
import { addressFor, connect, runningServer, streamPath } from '@bolsillo/server-kit'
import {
  newDataFolder,
  removeDataFolder,
  type ServerProcess,
  type StartBlock,
  startServerProcess,
} from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { z } from 'zod'

// The whole line as a program walks it: one process, one customer of the demo, the calls and the stream.

interface Answer {
  readonly status: number
  readonly code: number
  readonly data: Readonly<Record<string, unknown>>
}

interface Message {
  readonly type: string
  readonly channel?: string
  readonly key?: string
  readonly seq?: number
  readonly data?: unknown
}

const dayMs = 86_400_000
const symbol = 'WALMEX.MX'
const coin = 'BTC-USDT'
const priced = z.array(z.object({ price: z.string(), quantity: z.string() }))
const coinPrints = z.object({ trades: priced })
const coinFills = z.object({ rows: priced })
const dataDir = newDataFolder()
let server: ServerProcess
let block: StartBlock
let token = ''
let keys = 0

const restart = async (): Promise<void> => {
  server = startServerProcess({ DATA_DIR: dataDir, TEST_CLOCK: '1' })
  block = await server.block()
}
beforeAll(restart)
afterAll(async () => {
  await server.stop()
  removeDataFolder(dataDir)
})

async function ask(
  method: 'GET' | 'POST',
  path: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const query = new URLSearchParams(fields)
  keys += 1
  const response = await fetch(`${block.url}/ipcf-api${path}${method === 'GET' ? `?${query}` : ''}`, {
    method,
    headers: {
      'x-requested-with': 'test',
      'idempotency-key': `whole-line-${keys}`,
      ...(token === '' ? {} : { accesstoken: token }),
    },
    ...(method === 'GET' ? {} : { body: query }),
  })
  const envelope = (await response.json()) as Omit<Answer, 'status'>
  return { ...envelope, status: response.status }
}

/** What is not so by then never will be: a bound for what hangs, not for what is slow. */
const triesMax = 600
const betweenMs = 100

/** Asks again while an answer is as `isTooSoon` says. Nothing was done then, so it may. */
async function askAgain(isTooSoon: (answer: Answer) => boolean, ...question: Parameters<typeof ask>): Promise<Answer> {
  let answer = await ask(...question)
  for (let tries = 0; isTooSoon(answer) && tries < triesMax; tries += 1) {
    await sleep(betweenMs)
    answer = await ask(...question)
  }
  return answer
}

/** Asks again while the server says that it cannot answer yet. */
const askWhenUp: typeof ask = (...question) => askAgain(({ status }) => status === 503, ...question)

async function signIn(): Promise<void> {
  const { account, password, tradePassword } = block.customers[0] ?? { account: '', password: '', tradePassword: '' }
  token = ''
  const { data } = await askWhenUp('POST', '/user/login', { account, password })
  token = String(data.token)
  await authorise('/stock/order/authorise', tradePassword)
}

/** Lets orders pass without the password: the session continues under the token of the answer. */
async function authorise(path: string, tradePassword: string): Promise<void> {
  const before = token
  const { code, data } = await askWhenUp('POST', path, { tradePassword })
  expect(code).toBe(0)
  expect((await ask('GET', '/user/login/info')).code).toBe(-1000)
  token = String(data.token)
  expect(token).not.toBe(before)
}

const oneQuote: readonly (readonly [string, string])[] = [['quote', symbol]]

/** Greets the stream and subscribes what is one's own and the public channels named, with their keys. */
async function listen(
  channels = oneQuote,
): Promise<{ readonly messages: readonly Message[]; readonly close: () => void }> {
  const socket = new WebSocket(`${block.url.replace('http', 'ws')}${streamPath}`)
  const messages: Message[] = []
  socket.on('message', (data) => messages.push(...(JSON.parse(data.toString()) as Message[])))
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  socket.send(JSON.stringify({ type: 'hello', token }))
  for (const channel of ['orders', 'balances', 'positions']) {
    socket.send(JSON.stringify({ type: 'subscribe', channel, key: 'me' }))
  }
  for (const [channel, key] of channels) socket.send(JSON.stringify({ type: 'subscribe', channel, key }))
  return { messages, close: () => socket.close() }
}

async function until(condition: () => boolean, what: string): Promise<void> {
  for (let tries = 0; tries < triesMax && !condition(); tries += 1) await sleep(betweenMs)
  expect(condition(), what).toBe(true)
}

const shares = async (): Promise<Readonly<Record<string, unknown>>> => {
  const { data } = await ask('GET', '/stock/hold/list')
  const rows = data.rows as readonly Readonly<Record<string, unknown>>[]
  return rows.find((row) => row.symbol === symbol) ?? {}
}

async function expectCleanBooks(): Promise<void> {
  const address = runningServer(dataDir)
  expect(address).toBeDefined()
  if (address === undefined) return
  const sql = connect(addressFor(address, { database: 'bolsillo' }), { connectionsMax: 1, name: 'test' })
  const [books, acts] = [await verifyLedger(sql, { sources: [auditRows] }), await verifyAudit(sql)]
  await sql.end()
  expect(books).toMatchObject({ ok: true })
  expect(acts).toMatchObject({ ok: true })
}

describe('the whole line', () => {
  it('sells by call what it tells by stream: a purchase, a lock until the next business day, a sale', async () => {
    await signIn()
    const { messages, close } = await listen()
    await until(() => messages.filter(({ type }) => type === 'snapshot').length === 4, 'four snapshots')
    const before = BigInt(String((await shares()).quantity ?? '0'))
    const bought = await ask('POST', '/stock/order/buy', { symbol, type: 'market', timeInForce: 'ioc', quantity: '10' })
    expect(bought).toMatchObject({ status: 200, code: 0, data: { order: { state: 'filled', filledQuantity: '10' } } })
    const told = (channel: string) =>
      messages.some((message) => message.type === 'delta' && message.channel === channel)
    await until(() => ['orders', 'balances', 'positions'].every(told), 'a delta on each private channel')
    await until(() => told('quote'), 'a price that moves')
    const held = await shares()
    expect(held).toMatchObject({ quantity: String(before + 10n) })
    const all = { symbol, type: 'market', timeInForce: 'ioc', quantity: String(before + 10n) }
    expect(await ask('POST', '/stock/order/sell', all)).toMatchObject({
      status: 409,
      data: { rejection: 'shares-locked' },
    })
    close()
    const moved = await fetch(`${block.url}/test/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"advanceMs": ${5 * dayMs}}`,
    })
    expect(moved.status).toBe(200)
    expect((await ask('GET', '/stock/hold/list')).code).toBe(-1000)
    await signIn()
    // The market needs a moment until its prices are of the day that was leapt to.
    expect(await askAgain(({ status }) => status !== 200, 'POST', '/stock/order/sell', all)).toMatchObject({
      status: 200,
      data: { order: { side: 'sell' } },
    })
    await expectCleanBooks()
  })

  it('tells of coins by stream as it does of shares: price, book without a gap, own purchase among the prints', async () => {
    await signIn()
    const unknown = 'NOBODY-USDT'
    const { messages, close } = await listen([
      ['quote', coin],
      ['book', coin],
      ['trades', coin],
      ['candle', `${coin}|1m`],
      ['quote', unknown],
    ])
    const of = (channel: string, type = 'delta') =>
      messages.filter((message) => message.channel === channel && message.type === type)
    const told = ['quote', 'book', 'trades', 'candle']
    await until(() => told.every((channel) => of(channel, 'snapshot').length === 1), 'a snapshot of each')
    await until(() => of('quote', 'refused').length > 0, 'a refusal of the coin nobody knows')
    expect(messages.filter(({ type }) => type === 'refused')).toMatchObject([{ channel: 'quote', key: unknown }])
    const { tradePassword } = block.customers[0] ?? { tradePassword: '' }
    await authorise('/coin/order/authorise', tradePassword)
    const order = { symbol: coin, side: 'buy', type: 'market', timeInForce: 'ioc', quantity: '0.001' }
    // Until something was traded at the prices of the day, a market order goes no further than its collar of the last ones.
    const isTooSoon = ({ status, data: { order: placed } }: Answer) =>
      status !== 200 || (placed as { readonly endReason?: string }).endReason === 'price-collar'
    const { data } = await askAgain(isTooSoon, 'POST', '/coin/order/add', order)
    expect(data.order).toMatchObject({ state: 'filled', filledQuantity: '0.001' })
    await until(() => ['orders', 'balances', ...told].every((channel) => of(channel).length > 0), 'a delta of each')
    const { rows: fills } = coinFills.parse((await ask('POST', '/coin/order/trade/list')).data)
    const prints = () => of('trades').flatMap((message) => coinPrints.parse(message.data).trades)
    const isPrinted = (fill: (typeof fills)[number]) =>
      prints().some(({ price, quantity }) => price === fill.price && quantity === fill.quantity)
    expect(fills.length).toBeGreaterThan(0)
    await until(() => fills.every(isPrinted), 'each fill among the prints')
    const steps = [...of('book', 'snapshot'), ...of('book')].map(({ seq }) => seq ?? 0)
    expect(steps).toEqual(steps.map((_, index) => (steps[0] ?? 0) + index))
    close()
    await expectCleanBooks()
  })

  it('goes on by itself after its database was killed', async () => {
    const pid = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
    process.kill(pid, 'SIGKILL')
    await sleep(200)
    let status = 0
    for (let tries = 0; tries < triesMax && status !== 200; tries += 1) {
      await sleep(betweenMs)
      status = (await fetch(`${block.url}/health`)).status
    }
    expect(status).toBe(200)
    await signIn()
    const one = { symbol, type: 'market', timeInForce: 'ioc', quantity: '1' }
    const bought = await askWhenUp('POST', '/stock/order/buy', one)
    expect(bought).toMatchObject({ status: 200, code: 0 })
    await expectCleanBooks()
  })

  it('has the same books and orders after being killed', async () => {
    const rows = async (): Promise<unknown> => (await ask('GET', '/stock/order/list')).data.rows
    const before = await rows()
    server.child.kill('SIGKILL')
    await server.ended
    await restart()
    await signIn()
    expect(await rows()).toEqual(before)
    await expectCleanBooks()
  })
})
