import { createServer } from 'node:net'
import { login } from '@bolsillo/identity/contract'
import { readAssets } from '@bolsillo/ledger/contract'
import { buy, fills, info, orders, positions } from '@bolsillo/stocks/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './stage/api.ts'
import { type RunningServer, refusedStart, startServer, verifyLedger } from './stage/server-process.ts'

// What was committed is there after a stop, to the letter; and a start that fails reports why in one line.

let server: RunningServer
let second: RunningServer | undefined

beforeAll(async () => {
  server = await startServer()
})
afterAll(async () => {
  await second?.stop()
  await server?.destroy()
})

/** Signs in as the first demo customer. */
async function enter({ block: { url, customers } }: RunningServer) {
  const [first] = customers
  if (first === undefined) throw new Error('no demo customer')
  const { token } = await ask(url, login, { account: first.account, password: first.password })
  return { url, options: { token }, tradePassword: first.tradePassword }
}

/** Everything a customer owns and has done that does not move with the market. */
async function everything(at: RunningServer) {
  const { url, options } = await enter(at)
  const [{ balances }, listed, filled, owned] = await Promise.all([
    ask(url, readAssets, {}, options),
    ask(url, orders, { filter: 'all' }, options),
    ask(url, fills, {}, options),
    ask(url, positions, {}, options),
  ])
  const positionsKept = owned.rows.map(({ symbol, quantity, sellable, held, locks, cost, averageCost, realised }) => {
    return { symbol, quantity, sellable, held, locks, cost, averageCost, realised }
  })
  return {
    balances: balances.map(({ asset, posted, held, holds }) => ({ asset, posted, held, holds })),
    orders: listed.rows,
    fills: filled.rows,
    positions: positionsKept.toSorted((a, b) => a.symbol.localeCompare(b.symbol)),
  }
}

test('orders, positions and balances are the same after a stop and a start', async () => {
  const { url, options, tradePassword } = await enter(server)
  const placed = await ask(url, buy, { symbol: 'WALMEX.MX', type: 'market', quantity: '10', tradePassword }, options)
  expect(placed.order.state).toBe('filled')
  const { quote } = await ask(url, info, { symbol: 'WALMEX.MX' })
  const away = `${Math.floor(Number(quote?.last ?? '0') * 0.97)}`
  const open = { symbol: 'WALMEX.MX', type: 'limit', limitPrice: away, quantity: '5', timeInForce: 'gtc' } as const
  const resting = await ask(url, buy, { ...open, tradePassword }, options)
  expect(resting.order.state).toBe('open')
  const before = await everything(server)
  expect(before.orders.some(({ orderId, held }) => orderId === resting.order.orderId && held !== '0')).toBe(true)

  expect(await server.stop()).toBe(0)
  expect(await verifyLedger(server.dataFolder)).toContain('every balance and hold follows')
  second = await startServer({ DATA_DIR: server.dataFolder })
  expect(second.block.customers).toEqual(server.block.customers)
  expect(await everything(second)).toEqual(before)
  expect(await second.verifyLedger()).toContain('every balance and hold follows')
  expect(await second.stop()).toBe(0)
})

test('a start that cannot be ends with code 2 and one line that names what is wrong', async () => {
  const port = createServer()
  await new Promise<void>((resolve) => port.listen(0, '127.0.0.1', resolve))
  const address = port.address()
  const taken = typeof address === 'object' && address !== null ? String(address.port) : ''
  const DATA_DIR = server.dataFolder
  for (const [environment, named] of [
    [{ PORT: '80800' }, 'PORT=80800'],
    [{ PORT: taken }, `PORT=${taken}`],
    [{ MARKET: 'bazaar' }, 'MARKET=bazaar'],
    [{ MARKET: 'replay:no-such-folder' }, 'MARKET=replay:no-such-folder'],
  ] as const) {
    const { code, said, printed } = await refusedStart({ DATA_DIR, ...environment })
    expect([code, said.trimEnd().split('\n').length, printed], said).toEqual([2, 1, ''])
    expect(said).toContain(named)
  }
  await new Promise((resolve) => port.close(resolve))
})
