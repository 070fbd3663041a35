import { verifyLedger } from '@bolsillo/ledger/server'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { rightPassword, type StocksStand, stocksStand } from './testing/stocks-stand.ts'

// What must be true of any sequence of calls, over the whole stack: mount, idempotency, desk, ledger, PostgreSQL.
// fast-check prints the seed and the smallest sequence of what fails.

const seed = Number(process.env.SEED ?? 20_261_121)
const runs = Number(process.env.ROUNDS ?? 8)
// More rounds are asked for by whoever has the time.
vi.setConfig({ testTimeout: 60_000 + runs * 10_000 })

/** A call a customer may make. Orders are named by their place in the customer's own list, for ids differ between runs. */
type Wish =
  | { readonly do: 'buy' | 'sell'; readonly quantity: number }
  | { readonly do: 'rest'; readonly quantity: number; readonly percent: number }
  | { readonly do: 'cancel'; readonly which: number }
  | { readonly do: 'convert'; readonly dollars: number }
  | { readonly do: 'spend'; readonly pesos: number }

const wish: fc.Arbitrary<Wish> = fc.oneof(
  fc.record({ do: fc.constantFrom('buy' as const, 'sell' as const), quantity: fc.integer({ min: 1, max: 600 }) }),
  fc.record({
    do: fc.constant('rest' as const),
    quantity: fc.integer({ min: 1, max: 900 }),
    percent: fc.integer({ min: 50, max: 99 }),
  }),
  fc.record({ do: fc.constant('cancel' as const), which: fc.nat(5) }),
  fc.record({ do: fc.constant('convert' as const), dollars: fc.integer({ min: 1, max: 900 }) }),
  fc.record({ do: fc.constant('spend' as const), pesos: fc.integer({ min: 20, max: 40_000 }) }),
)

interface Call {
  readonly path: string
  readonly body: Readonly<Record<string, string>>
  readonly key: string
}

const symbol = 'WALMEX.MX'
const askPrice = 62_000n

/** A customer who does as wished, and remembers the calls for whoever wants to repeat them. */
function actor(stand: StocksStand, customer: number) {
  const calls: Call[] = []
  const orders: string[] = []
  const send = async (path: string, body: Readonly<Record<string, string>>) => {
    const call = { path, body, key: `wish-of-${customer}-${calls.length}` }
    calls.push(call)
    const answer = await stand.as(customer, call.path, call.body, call.key)
    return { ...answer, data: answer.json.data as Readonly<Record<string, unknown>> | undefined }
  }
  const place = async (side: 'buy' | 'sell', fields: Readonly<Record<string, string>>): Promise<void> => {
    const { status, data } = await send(`/stock/order/${side}`, { symbol, tradePassword: rightPassword, ...fields })
    const { order } = (data ?? {}) as { readonly order?: { readonly orderId: string } }
    if (status === 200 && order !== undefined) orders.push(order.orderId)
  }
  return {
    calls,
    act: async (one: Wish): Promise<void> => {
      switch (one.do) {
        case 'buy':
        case 'sell':
          return await place(one.do, { type: 'market', quantity: String(one.quantity) })
        case 'rest': {
          const limitPrice = `${((askPrice / 1000n) * BigInt(one.percent)) / 100n}.00`
          return await place('buy', { type: 'limit', timeInForce: 'gtc', quantity: String(one.quantity), limitPrice })
        }
        case 'spend':
          return await place('buy', { type: 'market', amount: `${one.pesos}.00` })
        case 'cancel': {
          const orderId = orders[one.which]
          if (orderId !== undefined) await send('/stock/order/cancel', { orderId })
          return
        }
        case 'convert': {
          const wanted = { sourceCurrency: 'MXN', targetCurrency: 'USD', targetAmount: `${one.dollars}.00` }
          const { data } = await send('/stock/order/convert/quote', wanted)
          if (typeof data?.quoteId === 'string') await send('/stock/order/convert', { quoteId: data.quoteId })
        }
      }
    },
    /** Sends an earlier call again, byte for byte. */
    repeat: async (which: number): Promise<void> => {
      const call = calls[which % Math.max(1, calls.length)]
      if (call !== undefined) await stand.as(customer, call.path, call.body, call.key)
    },
  }
}

/** Everything a customer has and did, without what differs from run to run: ids and times. */
async function stateOf({ ledger, trading, app, customerId }: StocksStand, customer: number): Promise<unknown> {
  const { sql, clock } = app.services
  const id = customerId(customer)
  const [balances, orders, positions] = [
    await ledger.balancesOfCustomer(sql, id),
    await trading.listOrders(sql, id, { filter: 'all', limit: 100 }),
    await trading.positions(sql, id, { at: clock.now(), closed: true }),
  ]
  return {
    balances: balances.map(({ account, posted, held }) => `${account} ${posted} ${held}`).sort(),
    orders: orders.rows.map(({ side, type, state, quantity, amount, filledQuantity, filledAmount, held }) =>
      [side, type, state, quantity, amount?.minor, filledQuantity, filledAmount.minor, held].join(' '),
    ),
    positions: positions.map(({ quantity, cost, locked }) => `${quantity} ${cost.minor} ${locked}`),
  }
}

const onStand = async <T>(work: (stand: StocksStand) => Promise<T>): Promise<T> => {
  const stand = await stocksStand()
  try {
    return await work(stand)
  } finally {
    // The stand verifies the ledger as it closes: every balance, hold and hash is derived again from the journal.
    await stand.close()
  }
}

describe('any sequence of calls', () => {
  it('comes to the same when any of them are sent again, at any time and in any order', async () => {
    const again = fc.array(fc.array(fc.nat(60), { maxLength: 4 }), { minLength: 14, maxLength: 14 })
    await fc.assert(
      fc.asyncProperty(fc.array(wish, { minLength: 1, maxLength: 14 }), again, async (wishes, repeats) => {
        const once = await onStand(async (stand) => {
          const { act } = actor(stand, 1)
          for (const one of wishes) await act(one)
          return await stateOf(stand, 1)
        })
        const often = await onStand(async (stand) => {
          const { act, repeat } = actor(stand, 1)
          for (const [index, one] of wishes.entries()) {
            await act(one)
            await Promise.all((repeats[index] ?? []).map(repeat))
          }
          return await stateOf(stand, 1)
        })
        expect(often).toEqual(once)
      }),
      { numRuns: runs, seed },
    )
  })

  it('comes to more when they are sent again without their keys: the property can fail', async () => {
    const [once, often] = await Promise.all(
      [1, 2].map((times) =>
        onStand(async (stand) => {
          const body = { symbol, tradePassword: rightPassword, type: 'market', quantity: '10' }
          for (let time = 0; time < times; time += 1) await stand.as(1, '/stock/order/buy', body, `other-key-${time}`)
          return await stateOf(stand, 1)
        }),
      ),
    )
    expect(often).not.toEqual(once)
  })

  it('of two customers comes to the same however they are interleaved', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(wish, { minLength: 1, maxLength: 8 }),
        fc.array(wish, { minLength: 1, maxLength: 8 }),
        fc.infiniteStream(fc.boolean()),
        async (ones, others, coin) => {
          const apart = await onStand(async (stand) => {
            const [first, second] = [actor(stand, 1), actor(stand, 3)]
            for (const one of ones) await first.act(one)
            for (const other of others) await second.act(other)
            return [await stateOf(stand, 1), await stateOf(stand, 3)]
          })
          const mixed = await onStand(async (stand) => {
            const [first, second] = [actor(stand, 1), actor(stand, 3)]
            const [left, right] = [[...ones], [...others]]
            for (let next: Wish | undefined; left.length + right.length > 0; ) {
              const isFirst = right.length === 0 || (left.length > 0 && coin.next().value === true)
              next = isFirst ? left.shift() : right.shift()
              if (next !== undefined) await (isFirst ? first : second).act(next)
            }
            return [await stateOf(stand, 1), await stateOf(stand, 3)]
          })
          expect(mixed).toEqual(apart)
        },
      ),
      { numRuns: Math.ceil(runs / 2), seed },
    )
  })
})

describe('what is taken back', () => {
  it('gives back exactly what it set aside, whatever was ordered and in whatever order it is cancelled', async () => {
    const stand = await stocksStand()
    const { customerId, ledger, app } = stand
    const { sql } = app.services
    // An account that was opened with nothing in it is no change.
    const balances = async () =>
      (await ledger.balancesOfCustomer(sql, customerId(1))).filter(({ posted, held }) => posted !== 0n || held !== 0n)
    const resting = fc.record({ quantity: fc.integer({ min: 1, max: 400 }), percent: fc.integer({ min: 50, max: 99 }) })
    let keys = 0
    await fc.assert(
      fc.asyncProperty(fc.array(resting, { minLength: 1, maxLength: 6 }), fc.nat(), async (wanted, order) => {
        const before = await balances()
        const placed: string[] = []
        for (const { quantity, percent } of wanted) {
          keys += 1
          const limitPrice = `${((askPrice / 1000n) * BigInt(percent)) / 100n}.00`
          const fields = { type: 'limit', timeInForce: 'gtc', quantity: String(quantity), limitPrice }
          const body = { symbol, tradePassword: rightPassword, ...fields }
          const answer = await stand.as(1, '/stock/order/buy', body, `resting-${keys}`)
          const { order: made } = (answer.json.data ?? {}) as { readonly order?: { readonly orderId: string } }
          if (made !== undefined) placed.push(made.orderId)
        }
        while (placed.length > 0) {
          const [orderId = ''] = placed.splice(order % placed.length, 1)
          expect((await stand.as(1, '/stock/order/cancel', { orderId })).status).toBe(200)
        }
        expect(await balances()).toEqual(before)
        app.services.clock.advanceMs(60_000)
        stand.quote(symbol, 61_980n, askPrice)
      }),
      { numRuns: runs * 3, seed },
    )
    await stand.close()
  })

  it('never leaves more after converting there and back, from the least amount up', async () => {
    const stand = await stocksStand()
    const { customerId, ledger, app } = stand
    const { sql } = app.services
    const has = async (asset: string): Promise<bigint> =>
      (await ledger.balancesOfCustomer(sql, customerId(1))).find(({ account }) => account.endsWith(`:${asset}`))
        ?.posted ?? 0n
    const convert = async (from: string, to: string, targetAmount: string): Promise<boolean> => {
      const body = { sourceCurrency: from, targetCurrency: to, targetAmount }
      const { json } = await stand.as(1, '/stock/order/convert/quote', body)
      const { quoteId } = (json.data ?? {}) as { readonly quoteId?: string }
      return quoteId !== undefined && (await stand.as(1, '/stock/order/convert', { quoteId })).status === 200
    }
    const cents = fc.oneof(fc.integer({ min: 100, max: 130 }), fc.integer({ min: 100, max: 90_000 }))
    await fc.assert(
      fc.asyncProperty(cents, fc.bigInt(150_000n, 250_000n), async (minor, mid) => {
        stand.quoteDollar(mid, mid + 200n)
        const [pesos, dollars] = [await has('MXN'), await has('USD')]
        const dollarsWanted = `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`
        if (!(await convert('MXN', 'USD', dollarsWanted))) return
        const spent = pesos - (await has('MXN'))
        // As many pesos as these dollars can possibly buy: everything that was paid is asked back.
        const back = `${spent / 100n}.${String(spent % 100n).padStart(2, '0')}`
        await convert('USD', 'MXN', back)
        const [after, left] = [await has('MXN'), await has('USD')]
        // Whoever has all pesos again has fewer dollars than before; the spread is above nothing.
        if (after >= pesos) expect(left).toBeLessThan(dollars)
        expect((await verifyLedger(sql)).ok).toBe(true)
      }),
      { numRuns: runs * 3, seed },
    )
    await stand.close()
  })
})

describe('pages', () => {
  it('of orders and fills have no gap and nothing twice while others are added', async () => {
    const stand = await stocksStand()
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 9 }), async (limit, added) => {
        stand.app.services.clock.advanceMs(60_000)
        stand.quote(symbol, 61_980n, askPrice)
        const body = { symbol, tradePassword: rightPassword, type: 'market', quantity: '1' }
        for (let index = 0; index < 6; index += 1) await stand.as(1, '/stock/order/buy', body)
        for (const [path, idOf] of [
          ['/stock/order/list', 'orderId'],
          ['/stock/order/trade/list', 'fillId'],
        ] as const) {
          const read = async (cursor: string | undefined, size: number) => {
            const fields = { limit: String(size), ...(cursor === undefined ? {} : { cursor }) }
            const answer =
              idOf === 'orderId'
                ? await stand.as(1, `${path}?${new URLSearchParams(fields)}`)
                : await stand.as(1, path, fields)
            const { rows, next } = answer.json.data as { rows: Record<string, string>[]; next?: string }
            return { ids: rows.map((row) => row[idOf] ?? ''), next }
          }
          const whole = (await read(undefined, 100)).ids
          const seen: string[] = []
          let cursor: string | undefined
          let left = added
          do {
            const [page] = await Promise.all([
              read(cursor, limit),
              ...(left > 0 ? [stand.as(1, '/stock/order/buy', body)] : []),
            ])
            left -= 1
            seen.push(...page.ids)
            cursor = page.next
          } while (cursor !== undefined)
          expect(new Set(seen).size).toBe(seen.length)
          // What was there when the first page was read, in its order; what came since may be before it.
          const from = seen.indexOf(whole[0] ?? '')
          expect(seen.slice(from, from + whole.length)).toEqual(whole)
        }
      }),
      { numRuns: Math.min(runs, 6), seed },
    )
    await stand.close()
  })
})
