import { type ComposedApp, composedApp, type HandMarket, handMarket } from '@bolsillo/composed-app'
import { type OperatorRole, operatorRoles } from '@bolsillo/contract'
import { type Instant, type Price, plusMs, priceOf, quantityOf } from '@bolsillo/kernel'
import { instruments } from '@bolsillo/market/domain'
import type { Sql } from '@bolsillo/server-kit'
import {
  type AskAs,
  type TestAnswer,
  type TestServices,
  testCustomer,
  testOperator,
  testOperators,
  testSessions,
} from '@bolsillo/test-kit'
import { type BookVenue, createBookVenue } from '@bolsillo/trading/fixtures'
import type { WireContractPosition } from '../../contract/index.ts'
import { insuranceAccount } from '../../domain/contract-transfers.ts'
import { looksBeforeHandOver } from '../../domain/index.ts'
import { markLifeMs } from '../funding/marks.ts'
import type { ContractsGiven } from '../given.ts'

export { rightTradePassword as rightPassword } from '@bolsillo/identity/fixtures'

export const btc = 'BTC-USDT-PERP'
export const eth = 'ETH-USDT-PERP'
/** The answers of somebody who understands leverage. */
export const rightAnswers = { liquidation: 'b', leverage: 'c', funding: 'a', loss: 'b' }
/** Prints of the venue between one start of the desk and the next, at most. */
const sequencesPerProcess = 1_000_000

/**
 * The application over a venue of plain books of contracts, with an index a test sets. Customers 1 to 12, or as many as are
 * asked for, are signed in; calls are answered by the process that was started last.
 */
export interface ContractsStand extends Omit<Composed, 'asStaff' | 'fund' | 'balance' | 'another'> {
  readonly venue: BookVenue
  /** Posts as a customer, below `/coin/contract`. */
  readonly as: AskAs
  /** Asks as the same customer would who was restricted meanwhile. */
  readonly asRestricted: AskAs
  /** The customer's open positions, as the app reads them. */
  readonly positions: (customer: number) => Promise<readonly WireContractPosition[]>
  /** Reads as somebody of the staff who has this one role. */
  readonly asStaff: (role: OperatorRole, path: string) => Promise<TestAnswer>
  /** Gives USDT to a customer's contract purse. */
  readonly fund: (customer: number, whole: number) => Promise<void>
  /** All three venues of the coin say so, somebody trades at it, and everybody looks. Whole and hundredths: 92000.5. */
  readonly price: (symbol: string, value: number) => Promise<void>
  /** No venue of the coin gives a price for longer than a mark lives. */
  readonly outage: (symbol: string) => Promise<void>
  /** A print at this price, then a check of all accounts; the index stays as it is. */
  readonly print: (symbol: string, value: number) => Promise<void>
  /** All three venues of the coin say so, and everybody looks; nobody trades at it. */
  readonly index: (symbol: string, value: number) => Promise<void>
  /** The market halts a contract, or lets it trade again: nothing is matched there meanwhile. */
  readonly halt: (symbol: string, isHalted: boolean) => void
  /** No venue of the coin gives a price from now on, until `price` sets one; accounts are not checked yet. */
  readonly silence: (symbol: string) => void
  /** Somebody of the market offers. */
  readonly offer: (symbol: string, side: 'buy' | 'sell', price: number, quantity: number) => void
  /** Best bid and ask as the market shows them, in units; undefined: nobody shows any. Nothing is traded there. */
  readonly show: (symbol: string, best: { readonly bid: bigint; readonly ask: bigint } | undefined) => void
  /** Waits until desk and engine have nothing to do. */
  readonly settle: () => Promise<void>
  /** Runs so many checks of the engine, as it does each second; by default enough for a hand-over. */
  readonly looks: (times?: number) => Promise<void>
  readonly balance: (customer: number) => Promise<{ readonly posted: bigint; readonly held: bigint }>
  readonly fundBalance: () => Promise<bigint>
  /** Another process over the same database, or over a line to it: nothing is remembered but what PostgreSQL has. */
  readonly restart: (sql?: Sql) => Promise<ContractsStand>
  /** The same after this one was killed: nothing of it is waited for. */
  readonly kill: (sql?: Sql) => Promise<ContractsStand>
}

type Composed = ComposedApp<HandMarket<BookVenue>>

/** What differs from one test to another. */
interface StandOptions extends Partial<Pick<ContractsGiven, 'needs' | 'ownLimits' | 'creditHeldUntil'>> {
  readonly at?: Instant
  readonly unlisted?: readonly string[]
  readonly demo?: readonly number[]
  /** How many customers are signed in; 12 if left out. */
  readonly customers?: number
  /** What customers are sent; theirs is nowhere otherwise. */
  readonly notify?: ContractsGiven['customers']['notify']
}

const perps = instruments.filter(({ kind }) => kind === 'perpetual').map(({ id }) => id)

/** Composes it. The fund has nothing unless a test gives it something: who is short is seen at once. */
export async function contractsStand(options: StandOptions = {}): Promise<ContractsStand> {
  const { at, unlisted = [], demo = [], customers: count = 12, notify, ...given } = options
  const customers = Array.from({ length: count }, (_, place) => testCustomer(place + 1))
  const restricted = customers.map((one) => ({ ...one, status: 0 as const, token: restrictedToken(one.token) }))
  const composed = await composedApp({
    sessions: testSessions([...customers, ...restricted]),
    operators: testOperators(operatorRoles.map(staffOf)),
    market: marketsOf(at),
    contracts: (own) => ({
      ...own,
      instruments: own.instruments.map((one) => ({
        ...one,
        listed: one.listed && !unlisted.includes(one.id),
      })),
      ...given,
      ...(notify === undefined ? {} : { customers: { notify } }),
      demoCustomers: async () => demo.map((one) => testCustomer(one).customerId),
      numbersOf: async (_, ids) => new Map(ids.map((id) => [id, id.slice(-4)])),
    }),
  })
  return standOf(composed)
}

/** Makes the market of one process after another, which have one index. */
function marketsOf(at: Instant | undefined): (services: TestServices) => HandMarket<BookVenue> {
  const index = new Map<string, Price>()
  let processes = 0
  return (services) => {
    processes += 1
    if (processes === 1 && at !== undefined) services.clock.moveTo(at)
    return handMarket(services, {
      hours: 'always',
      instrumentIds: perps,
      index,
      venue: () =>
        createBookVenue({
          id: 'simulated',
          clock: services.clock,
          instrumentIds: perps,
          sequenceFrom: processes * sequencesPerProcess,
        }),
    })
  }
}

const staffOf = (role: OperatorRole) => testOperator(operatorRoles.indexOf(role) + 1, [role])

const restrictedToken = (token: string): string => `${token}-restricted`

function standOf(composed: Composed): ContractsStand {
  const { desk, contracts, chosen, fund, balance, balanceOf } = composed
  let isKilled = false
  const next = async (line: Sql | undefined): Promise<ContractsStand> => standOf(await composed.another(line))
  const settle = async (): Promise<void> => {
    for (let round = 0; round < 3; round += 1) {
      do await new Promise((resolve) => setImmediate(resolve))
      while (desk.isBusy() && !isKilled)
      if (!isKilled) await contracts.engine.settled()
    }
  }
  return {
    ...composed,
    venue: chosen.venue,
    ...callsOf(composed),
    ...marketOf(composed, settle),
    fund: (customer, whole) => fund(customer, 'contract', 'USDT', BigInt(Math.round(whole * 1_000_000))),
    balance: (customer) => balance(customer, 'contract', 'USDT'),
    fundBalance: async () => (await balanceOf(insuranceAccount)).posted,
    settle,
    looks: async (times = looksBeforeHandOver + 1) => {
      for (let look = 0; look < times; look += 1) {
        contracts.engine.retry()
        await settle()
      }
    },
    restart: async (line) => {
      await contracts.engine.stop()
      await desk.stop()
      return await next(line)
    },
    kill: async (line) => {
      isKilled = true
      // A process that is gone neither ends its work nor reports it.
      for (const ending of [contracts.engine.stop(), desk.stop()]) ending.catch(() => undefined)
      return await next(line)
    },
  }
}

/** What customers and staff ask. */
function callsOf({
  asToken,
  asStaff,
}: Composed): Pick<ContractsStand, 'as' | 'asRestricted' | 'positions' | 'asStaff'> {
  const as: AskAs = (customer, path, body = {}, key) =>
    asToken(testCustomer(customer).token, `/coin/contract${path}`, body, key)
  return {
    as,
    asRestricted: (customer, path, body = {}, key) =>
      asToken(restrictedToken(testCustomer(customer).token), `/coin/contract${path}`, body, key),
    positions: async (customer) => {
      const { data } = (await as(customer, '/order/list/active')).json
      return (data as { readonly rows: readonly WireContractPosition[] }).rows
    },
    asStaff: (role, path) => asStaff(staffOf(role), path),
  }
}

/** What the market does, and what of it everybody then sees. */
function marketOf(
  { app, contracts, chosen }: Composed,
  settle: () => Promise<void>,
): Pick<ContractsStand, 'price' | 'outage' | 'print' | 'index' | 'halt' | 'silence' | 'offer' | 'show'> {
  const { clock } = app.services
  const { market, venue } = chosen
  const coinOf = (symbol: string): string => symbol.replace('-PERP', '')
  const setIndex = (symbol: string, value: number) => chosen.index.set(coinOf(symbol), priceOf(unitsOf(symbol, value)))
  const unitsOf = (symbol: string, value: number): bigint => {
    const { priceScale } = contracts.world.instrumentOf(symbol)?.scale ?? { priceScale: 2 }
    return BigInt(Math.round(value * 10 ** priceScale))
  }
  const print = async (symbol: string, value: number): Promise<void> => {
    const trade = {
      sequence: venue.nextSequence(symbol),
      at: clock.now(),
      source: 'simulated',
      price: priceOf(unitsOf(symbol, value)),
      quantity: quantityOf(1n),
    } as const
    market.state.onTrades(symbol, [trade])
    contracts.look()
    await settle()
  }
  return {
    price: async (symbol, value) => {
      setIndex(symbol, value)
      await print(symbol, value)
    },
    outage: async (symbol) => {
      chosen.index.delete(coinOf(symbol))
      clock.moveTo(plusMs(clock.now(), markLifeMs + 1000))
      contracts.look()
      await settle()
    },
    print,
    index: async (symbol, value) => {
      setIndex(symbol, value)
      contracts.look()
      await settle()
    },
    halt: (symbol, isHalted) => {
      market.state.onState(symbol, isHalted ? 'halted' : undefined)
      venue.halt(symbol, isHalted)
    },
    silence: (symbol) => {
      chosen.index.delete(coinOf(symbol))
    },
    offer: (symbol, side, price, quantity) => {
      const scale = contracts.world.instrumentOf(symbol)?.scale
      if (scale === undefined) throw new Error(`no contract ${symbol}`)
      venue.quote(symbol, side, Number(unitsOf(symbol, price)), Math.round(quantity * 10 ** scale.quantityScale))
    },
    show: (symbol, best) => show({ market, venue, at: clock.now() }, symbol, best),
  }
}

function show(
  { market, venue, at }: Pick<HandMarket<BookVenue>, 'market' | 'venue'> & { readonly at: Instant },
  ...[symbol, best]: Parameters<ContractsStand['show']>
): void {
  const size = quantityOf(1_000_000_000_000n)
  const from = { source: 'simulated', sequence: venue.nextSequence(symbol), at, reset: true }
  const levels =
    best === undefined ? [] : [['buy', priceOf(best.bid), size] as const, ['sell', priceOf(best.ask), size] as const]
  market.state.onBook(symbol, { ...from, changes: levels })
}
