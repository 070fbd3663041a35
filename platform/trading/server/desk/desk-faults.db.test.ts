import { integerBetween, pick, type Rng, seededRng } from '@bolsillo/kernel'
import type { Ledger, PostOptions } from '@bolsillo/ledger/server'
import type { Tx } from '@bolsillo/server-kit'
import { afterEach, describe, expect, it } from 'vitest'
import type { ExecutionReport, Venue } from '../../domain/index.ts'
import { at, type DeskStand, deskStand, of } from '../testing/desk-stand.ts'
import { bookProblems } from '../testing/reconcile.ts'
import { OutcomeUnknown, type PlaceOrder } from '../trading.ts'
import type { DeskWorld } from './desk-world.ts'

let stand: DeskStand | undefined

const open = async (options: Parameters<typeof deskStand>[0] = {}): Promise<DeskStand> => {
  stand = await deskStand(options)
  return stand
}
afterEach(async () => {
  await stand?.close()
  stand = undefined
})

type Customer = PlaceOrder['customerId']

/** Random trading of a few customers who meet each other and the house: places, cancels, stops, pairs, brackets, days. */
async function trade(on: DeskStand, customers: readonly Customer[], rng: Rng, steps: number): Promise<void> {
  const { trading, venue, market } = on
  const placed: { customerId: Customer; orderId: PlaceOrder['orderId'] }[] = []
  for (let step = 0; step < steps; step += 1) {
    const burst = Array.from({ length: integerBetween(rng, 1, 12) }, async (): Promise<void> => {
      const customerId = pick(rng, customers)
      const dice = integerBetween(rng, 0, 99)
      const known = placed.length === 0 ? undefined : pick(rng, placed)
      if (dice < 20 && known !== undefined) {
        await trading.cancel({ ...known, receivedAt: on.services.clock.now() }).catch(swallowUnknown)
        return
      }
      const ticket = on.ticket(customerId, randomOrder(rng))
      placed.push({ customerId, orderId: ticket.orderId })
      await trading.place(ticket).catch(swallowUnknown)
    })
    if (integerBetween(rng, 0, 3) === 0) {
      const side = pick(rng, ['buy', 'sell'] as const)
      venue.quote('WALMEX.MX', side, 6000 + integerBetween(rng, -40, 40), integerBetween(rng, 1, 400))
    }
    await Promise.all(burst)
    // A desk that failed rejects orders until it is rebuilt, which takes some milliseconds.
    if (on.desk.status() !== 'running') await on.settle()
    if (integerBetween(rng, 0, 9) === 0) {
      on.services.clock.advanceMs(integerBetween(rng, 1, 40) * 3_600_000)
      await on.desk.tick()
    }
    const last = market.last.get('WALMEX.MX') ?? 6000n
    if (last < 5500n || last > 6500n) market.last.set('WALMEX.MX', 6000n)
  }
  await on.settle()
}

function swallowUnknown(error: unknown): void {
  if (!(error instanceof OutcomeUnknown)) throw error
}

function randomOrder(rng: Rng): Partial<PlaceOrder> {
  const side = pick(rng, ['buy', 'sell'] as const)
  const quantity = of(integerBetween(rng, 1, 300))
  const price = at(6000 + integerBetween(rng, -30, 30))
  const timeInForce = pick(rng, ['day', 'gtc', 'ioc', 'fok'] as const)
  const waits = pick(rng, ['day', 'gtc'] as const)
  switch (integerBetween(rng, 0, 6)) {
    case 0:
      return { side, quantity, type: 'market', timeInForce: 'ioc' }
    case 1:
      return {
        side: 'buy',
        amount: { minor: BigInt(integerBetween(rng, 1000, 900_000)), asset: { code: 'MXN', scale: 2 } },
        type: 'market',
        timeInForce: 'ioc',
      }
    case 2:
      return {
        side,
        quantity,
        type: 'stop',
        timeInForce: waits,
        stopPrice: at(side === 'buy' ? 6000 + integerBetween(rng, 5, 60) : 6000 - integerBetween(rng, 5, 60)),
      }
    case 3:
      return {
        side: 'sell',
        quantity,
        type: 'limit',
        timeInForce: waits,
        limitPrice: at(6060),
        oco: { stopPrice: at(5950) },
      }
    case 4:
      return {
        side: 'buy',
        quantity,
        type: 'limit',
        timeInForce: waits,
        limitPrice: price,
        bracket: { takeProfit: at(6080), stopLoss: at(5900) },
      }
    default:
      return {
        side,
        quantity,
        type: 'limit',
        limitPrice: price,
        timeInForce,
        postOnly: waits === timeInForce && integerBetween(rng, 0, 4) === 0,
      }
  }
}

const crowd = (on: DeskStand): Promise<Customer[]> =>
  Promise.all(
    Array.from({ length: 6 }, (_, index) => on.customer({ pesos: 5_000_000n, walmex: index % 2 === 0 ? 2000n : 50n })),
  )

/** A switch that makes something wrong now and then: the planted bugs the checks must find. */
interface Fault {
  readonly bug: string
  readonly plant: (world: DeskWorld) => Partial<DeskWorld>
  /** What finds it. */
  readonly found: RegExp
  /** The bug moves the money itself: another who does would have it all before there is an order to decide on. */
  readonly spendsItself?: true
}

const ledgerWith = (world: DeskWorld, change: Partial<Ledger>): Partial<DeskWorld> => ({
  ledger: { ...world.ledger, ...change },
})

let isTrading = false
let spenders: readonly Customer[] = []
let spent = 0

/** Moves money of a customer past the desk. */
async function somebodySpends(): Promise<void> {
  const one = spenders[spent % spenders.length]
  spent += 1
  if (isTrading && one !== undefined) await stand?.spend(one)
}

const plantedBugs: readonly Fault[] = [
  {
    bug: 'the head is read without its lock',
    plant: (world) =>
      ledgerWith(world, {
        lockHead: async () => {
          const head = await world.ledger.head(world.services.sql)
          await somebodySpends()
          return head
        },
      }),
    found: /a batch of the desk failed/,
    spendsItself: true,
  },
  {
    bug: 'what others moved is not taken over',
    plant: (world) =>
      ledgerWith(world, {
        lockHead: async (tx) => {
          await somebodySpends()
          return await world.ledger.lockHead(tx)
        },
        movedBetween: async () => new Map(),
      }),
    found: /a batch of the desk failed/,
    spendsItself: true,
  },
  {
    bug: 'a release is forgotten',
    plant: (world) =>
      ledgerWith(world, {
        post: async (tx, entries, options) => {
          const kept = entries.filter(({ kind }) => kind !== 'stock-order-release')
          const numbered: PostOptions['numbered'] = (found, head) => {
            const seqs = new Map(kept.map(({ id }, index) => [id, found[index] ?? 0n]))
            options?.numbered?.(
              entries.map(({ id }) => seqs.get(id) ?? 0n),
              head,
            )
          }
          return await world.ledger.post(tx, kept, { ...options, numbered })
        },
      }),
    found: /a hold belongs to no open order/,
  },
  {
    bug: 'the venue tells a fill twice',
    plant: (world) => ({ venues: world.venues.map((venue) => twice(venue)) }),
    found: /a batch of the desk failed/,
  },
  {
    bug: 'the venue fills beyond the limit',
    plant: (world) => ({
      venues: world.venues.map((venue) =>
        reporting(venue, (report) => (report.kind === 'filled' ? { ...report, price: at(9000) } : report)),
      ),
    }),
    found: /a batch of the desk failed/,
  },
]

function reporting(venue: Venue, change: (report: ExecutionReport) => ExecutionReport): Venue {
  return { ...venue, submit: (order) => venue.submit(order).map(change) }
}

function twice(venue: Venue): Venue {
  const times = (report: ExecutionReport): number => (report.kind === 'filled' ? 2 : 1)
  return {
    ...venue,
    submit: (order) => venue.submit(order).flatMap((report) => Array.from({ length: times(report) }, () => report)),
  }
}

/** How the desk may send a batch. */
const paces = [
  { pace: 'batches in one part', limits: { partMax: 1000 } },
  { pace: 'batches of small parts', limits: { batchMax: 7, partMax: 2 } },
] as const

describe.each(paces)('random trading, $pace', ({ limits }) => {
  it.each([1, 2, 3])('leaves books in which everything follows, seed %i', async (seed) => {
    const on = await open({ limits })
    const customers = await crowd(on)
    const rival = rivalSpending(on, customers.slice(0, 2))
    await trade(on, customers, seededRng(seed, 'random trading'), 60)
    await rival.stop()
    expect(await bookProblems(on)).toEqual([])
    expect(on.services.log.lines.filter(({ level }) => level === 'error')).toEqual([])
    const [{ fills } = { fills: 0 }] = await on.database.owner<
      { fills: number }[]
    >`select count(*)::int as fills from trade_fill`
    expect(fills).toBeGreaterThan(50)
  })

  it('survives batches that fail at any point, with nothing done twice or lost', async () => {
    const rng = seededRng(4, 'failing batches')
    let failing = false
    const on = await open({
      limits,
      change: (world) =>
        ledgerWith(world, {
          post: async (tx, entries, options) => {
            if (failing && integerBetween(rng, 0, 4) === 0) throw new Error('planted: the database went away')
            return await world.ledger.post(tx, entries, options)
          },
        }),
    })
    const customers = await crowd(on)
    failing = true
    await trade(on, customers, rng, 60)
    failing = false
    expect(await bookProblems(on)).toEqual([])
    expect(on.desk.status()).toBe('running')
    expect(
      on.services.log.lines.filter(({ message }) => message === 'a batch of the desk failed').length,
    ).toBeGreaterThan(3)
  })
})

describe('a desk with a planted bug', () => {
  it.each(plantedBugs)('is caught when $bug', async ({ plant, found, spendsItself }) => {
    const on = await open({ change: plant })
    const customers = await crowd(on)
    // Somebody else moves the same money, as deposits and conversions do.
    const rival = spendsItself === true ? undefined : rivalSpending(on, customers)
    spenders = customers
    isTrading = true
    await trade(on, customers, seededRng(5, 'planted bugs'), 40)
    isTrading = false
    await rival?.stop()
    const problems = await bookProblems(on)
    const log = on.services.log.lines.map(({ message, fields }) => `${message} ${describeError(fields)}`)
    expect([...problems, ...log].join('\n')).toMatch(found)
  })
})

const describeError = (fields: object): string =>
  'error' in fields && fields.error instanceof Error ? fields.error.message : ''

/** Takes customers' free pesos away in transactions of its own while the desk trades. */
function rivalSpending(on: DeskStand, customers: readonly Customer[]) {
  let going = true
  const work = async (): Promise<void> => {
    for (let round = 0; going && round < 400; round += 1) {
      const customerId = customers[round % customers.length]
      if (customerId !== undefined) await on.spend(customerId)
    }
  }
  const done = work()
  return {
    stop: async (): Promise<void> => {
      going = false
      await done
    },
  }
}

describe('a commit whose answer is lost', () => {
  it.each([
    { outcome: 'had been done', isDone: true, prints: 1 },
    { outcome: 'had not', isDone: false, prints: 0 },
  ])('gives the market its prints once it is known, where it $outcome', async ({ isDone, prints }) => {
    let failing = false
    const on = await open({
      change: ({ services }) => ({
        services: {
          ...services,
          sql: new Proxy(services.sql, {
            get: (sql, name) => {
              if (name !== 'begin' || !failing) return Reflect.get(sql, name)
              return async (run: (tx: Tx) => Promise<unknown>) => {
                failing = false
                let isDecided = false
                await sql
                  .begin(async (tx) => {
                    await run(tx)
                    isDecided = true
                    if (!isDone) throw new Error('planted: the commit does not arrive')
                  })
                  .catch(() => undefined)
                if (isDecided) throw new Error('planted: the answer is lost')
              }
            },
          }),
        },
      }),
    })
    const [ana, beto] = [await on.customer({ pesos: 9_000_000n }), await on.customer({ walmex: 500n })]
    await on.place(ana, { quantity: of(10), limitPrice: at(5990), timeInForce: 'gtc' })
    failing = true
    const sale = on.trading.place(on.ticket(beto, { side: 'sell', quantity: of(10), limitPrice: at(5990) }))
    await expect(sale).rejects.toThrow(OutcomeUnknown)
    await on.settle()
    const [{ fills } = { fills: 0 }] = await on.database.owner<
      { fills: number }[]
    >`select count(*)::int as fills from trade_fill where customer_id = ${beto} and price = ${at(5990)}`
    expect(fills).toBe(prints)
    expect(on.market.trades.filter(({ trade }) => trade.price === at(5990))).toHaveLength(prints)
    expect(await bookProblems(on)).toEqual([])
  })
})
