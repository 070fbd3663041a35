import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { customerPrefix, headerNames } from '@bolsillo/contract'
import {
  databaseUrl,
  emptyTestDatabase,
  newDataFolder,
  removeDataFolder,
  type StartBlock,
  startServerProcess,
  type TestDatabase,
} from '@bolsillo/test-kit'
import { type ClientJournal, type ClientLine, openClientJournal, readClientJournal } from '../client-journal.ts'

/** Books a whole server has written while a customer of the demo traded over HTTP, with the journal of that client. */
export interface LivingBooks {
  readonly database: TestDatabase
  readonly lines: readonly ClientLine[]
  /** The heads the server signed while it ran and when it stopped: its witness file. */
  readonly witness: string
  readonly drop: () => Promise<void>
}

/** Runs a server on a database of its own, trades a little of everything, and stops it. */
export async function livingBooks(): Promise<LivingBooks> {
  const database = await emptyTestDatabase()
  const [dataFolder, journalFolder] = [newDataFolder(), mkdtempSync(join(tmpdir(), 'bolsillo-client-'))]
  const url = databaseUrl(database.address)
  const server = startServerProcess({ DATA_DIR: dataFolder, DATABASE_URL: url, WITNESS_DIR: journalFolder })
  const path = join(journalFolder, 'client.jsonl')
  try {
    const journal = await openClientJournal(path)
    await trade(await server.block(), journal)
    await journal.close()
    await server.stop()
    const witness = readFileSync(join(journalFolder, `${database.address.database}.jsonl`), 'utf8')
    return { database, lines: readClientJournal(path), witness, drop: database.drop }
  } finally {
    await server.stop()
    removeDataFolder(dataFolder)
    rmSync(journalFolder, { recursive: true, force: true })
  }
}

type Fields = Readonly<Record<string, string>>

async function trade({ url, customers }: StartBlock, journal: ClientJournal): Promise<void> {
  const [first] = customers
  if (first === undefined) throw new Error('the demo has no customer')
  const session = await call(url, '', '/user/login', { account: first.account, password: first.password })
  const token = String(dataOf(session).token)
  const customer = first.account
  const write = async (path: string, fields: Fields, key: string = randomUUID()) => {
    await journal.intent({ key, customer, call: path, ask: fields, at: Date.now() })
    const secret = /\/(?:buy|sell)$/.test(path) ? { tradePassword: first.tradePassword } : {}
    const { status, body } = await call(url, token, path, { ...fields, ...secret }, key)
    const outcome = status < 300 ? 'ack' : status < 500 ? 'reject' : 'unknown'
    const { code } = JSON.parse(body) as { code: number }
    const answer = outcome === 'ack' ? { answer: body } : {}
    await journal.outcome({ key, customer, outcome, status, code, ...answer, at: Date.now() })
    return { key, body }
  }
  const away = { symbol: 'WALMEX.MX', type: 'limit', timeInForce: 'gtc', quantity: '7' }
  const { body: information } = await call(url, token, '/stock/index/info?symbol=WALMEX.MX')
  const last = Number((dataOf({ body: information }).quote as { last: string }).last)
  const below = `${Math.floor(last * 0.95)}.00`
  const bought = await write('/stock/order/buy', { symbol: 'WALMEX.MX', type: 'market', quantity: '30' })
  // The same key again is answered with the same bytes; the same key for something else is refused.
  await write('/stock/order/buy', { symbol: 'WALMEX.MX', type: 'market', quantity: '30' }, bought.key)
  await write('/stock/order/buy', { symbol: 'WALMEX.MX', type: 'market', amount: '2000.00' })
  await write('/stock/order/buy', { ...away, limitPrice: below })
  const resting = await write('/stock/order/buy', { ...away, limitPrice: below })
  await write('/stock/order/cancel', { orderId: orderIdOf(resting) })
  await write('/stock/order/sell', { symbol: 'WALMEX.MX', type: 'market', quantity: '5' })
  await write('/stock/order/sell', { ...away, limitPrice: `${Math.ceil(last * 1.06)}.00`, quantity: '3' })
  await write('/stock/order/sell', { symbol: 'CEMEX.MX', type: 'limit', limitPrice: '9999.00', quantity: '1' })
  await write('/stock/order/buy', { symbol: 'WALMEX.MX', type: 'market', quantity: '99999999' })
  const wish = { sourceCurrency: 'MXN', targetCurrency: 'USD', targetAmount: '25.00' }
  const quoted = await call(url, token, '/stock/order/convert/quote', wish, randomUUID())
  const { quoteId } = dataOf(quoted)
  await write('/stock/order/convert', { quoteId: String(quoteId) })
  const stop = { symbol: 'GFNORTE.MX', type: 'stop', timeInForce: 'gtc', quantity: '2' }
  await write('/stock/order/sell', { ...stop, stopPrice: '100.00' })
}

interface Answered {
  readonly status: number
  readonly body: string
}

async function call(url: string, token: string, path: string, fields?: Fields, key?: string): Promise<Answered> {
  const response = await fetch(`${url}${customerPrefix}${path}`, {
    method: fields === undefined ? 'GET' : 'POST',
    headers: {
      [headerNames.requestedWith]: 'XMLHttpRequest',
      ...(token === '' ? {} : { [headerNames.token]: token }),
      ...(key === undefined ? {} : { [headerNames.idempotencyKey]: key }),
    },
    ...(fields === undefined ? {} : { body: new URLSearchParams(fields) }),
  })
  return { status: response.status, body: await response.text() }
}

function dataOf({ body }: { readonly body: string }): Record<string, unknown> {
  const { data } = JSON.parse(body) as { data?: Record<string, unknown> }
  if (data === undefined) throw new Error(`no data in ${body}`)
  return data
}

function orderIdOf(answered: { readonly body: string }): string {
  return String((dataOf(answered).order as { orderId?: string } | undefined)?.orderId)
}
