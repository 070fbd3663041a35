import { type OperatorRole, operatorRoles } from '@bolsillo/contract'
import { fixtureTradePasswords } from '@bolsillo/identity/fixtures'
import { type Id, type Instant, plusMs, priceOf, quantityOf } from '@bolsillo/kernel'
import { customerAccount, emptyBalance } from '@bolsillo/ledger/domain'
import { grantEntry } from '@bolsillo/ledger/fixtures'
import { createLedger, type Ledger, verifyLedger } from '@bolsillo/ledger/server'
import { instruments } from '@bolsillo/market/domain'
import { noHistory } from '@bolsillo/market/fixtures'
import { createMarket, type Market } from '@bolsillo/market/server'
import { type Handler, type Publisher, type Room, type Sql, transaction } from '@bolsillo/server-kit'
import { fixedSettings } from '@bolsillo/settings/fixtures'
import {
  type AskAs,
  askingOf,
  type TestAnswer,
  type TestApp,
  testApp,
  testCustomer,
  testOperator,
  testOperators,
  testSessions,
} from '@bolsillo/test-kit'
import { type BookVenue, createBookVenue } from '@bolsillo/trading/fixtures'
import { createTrading, type Desk, type OpeningLimits, type Trading, tradingRows } from '@bolsillo/trading/server'
import type { WireContractPosition } from '../../contract/index.ts'
import { insuranceAccount } from '../../domain/contract-transfers.ts'
import { looksBeforeHandOver } from '../../domain/index.ts'
import { markLifeMs } from '../funding/marks.ts'
import type { ContractsGiven } from '../given.ts'
import { type Contracts, type ContractsRoom, createContracts } from '../index.ts'

export { rightTradePassword as rightPassword } from '@bolsillo/identity/fixtures'

export const btc = 'BTC-USDT-PERP'
export const eth = 'ETH-USDT-PERP'
/** The answers of somebody who understands leverage. */
export const rightAnswers = { liquidation: 'b', leverage: 'c', funding: 'a', loss: 'b' }
const custodian = 'venue-simulated'
/** Prints of the venue between one start of the desk and the next, at most. */
const sequencesPerProcess = 1_000_000

/**
 * Contracts over a real ledger and desk, with a venue of plain books and an index a test sets. Customers 1 to 12, or as many
 * as are asked for, are signed in; calls are answered by the process that was started last.
 */
export interface ContractsStand {
  readonly app: TestApp
  readonly ledger: Ledger
  readonly trading: Trading
  readonly venue: BookVenue
  readonly contracts: ContractsRoom
  readonly customerId: (customer: number) => Id<'cus'>
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
  /** Verifies the books. `editedRows`: a test has made orders what an earlier version left, which no act records. */
  readonly close: (options?: { readonly editedRows?: boolean }) => Promise<void>
}

const silent: Publisher = { publish: () => undefined }
const emptyMarket = { publisher: silent, history: noHistory, hours: 'always', source: 'simulated' } as const

interface Made {
  readonly market: Market
  readonly venue: BookVenue
  readonly trading: Trading
  readonly desk: Desk
  readonly contracts: ContractsRoom
}

/** What a test asks of the stand beside the room itself. */
interface StandOptions {
  readonly at?: Instant
  readonly unlisted?: readonly string[]
  readonly ownLimits?: OpeningLimits
  readonly creditHeldUntil?: ContractsGiven['creditHeldUntil']
  readonly demo?: readonly number[]
  /** How many customers are signed in; 12 if left out. */
  readonly customers?: number
  /** Rooms beside this one, given the contracts of the process that was started last. */
  readonly rooms?: (of: {
    readonly services: TestApp['services']
    readonly ledger: Ledger
    readonly contracts: () => ContractsRoom
  }) => readonly Room[]
}

export async function contractsStand(options: StandOptions = {}): Promise<ContractsStand> {
  const ledger = createLedger()
  const index = new Map<string, bigint>()
  let made: Made | undefined
  const nextProcess = createProcesses(ledger, index, options)
  const make = (services: TestApp['services']): Made => {
    made = nextProcess(services)
    return made
  }
  const customers = Array.from({ length: options.customers ?? 12 }, (_, at) => testCustomer(at + 1))
  const app = await testApp({
    sessions: testSessions([
      ...customers,
      ...customers.map((one) => ({ ...one, status: 0 as const, token: restrictedToken(one.token) })),
    ]),
    operators: testOperators(operatorRoles.map(staffOf)),
    rooms: (services) => {
      if (options.at !== undefined) services.clock.moveTo(options.at)
      const first = make(services).contracts
      const { room } = first
      const last = (handlers: 'handlers' | 'operatorHandlers') =>
        (room[handlers] ?? []).map((one, at) => answeredBy(one, () => made?.contracts.room[handlers]?.[at]))
      return [
        { ...room, handlers: last('handlers'), operatorHandlers: last('operatorHandlers') },
        ...(options.rooms?.({ services, ledger, contracts: () => made?.contracts ?? first }) ?? []),
      ]
    },
  })
  if (made === undefined) throw new Error('the rooms were not made')
  await made.desk.start()
  const stand = standOf(app, ledger, index, made, make)
  // The fund has nothing unless a test gives it something: who is short is seen at once.
  return stand
}

/** Three venues that say the same; none without a price. */
function sourcesOf(price: bigint | undefined, at: Instant) {
  return price === undefined
    ? []
    : ['one', 'two', 'three'].map((venueName) => ({ venue: venueName, price: priceOf(price), at }))
}

/** The first half of contracts, over an index a test sets. */
function halfOf(
  services: TestApp['services'],
  {
    ledger,
    market,
    index,
    options,
  }: {
    readonly ledger: Ledger
    readonly market: Market
    readonly index: ReadonlyMap<string, bigint>
    readonly options: StandOptions
  },
): Contracts {
  return createContracts({
    services,
    settings: fixedSettings([]),
    ledger,
    publisher: silent,
    market: market.state,
    instruments: instruments.map((one) => ({ ...one, listed: one.listed && !options.unlisted?.includes(one.id) })),
    custodian,
    indexOf: (coin, at) => sourcesOf(index.get(`${coin}-PERP`), at),
    tradePasswords: fixtureTradePasswords,
    authorisations: { authorisedUntil: async () => undefined },
    ownLimits: options.ownLimits,
    creditHeldUntil: options.creditHeldUntil,
    demoCustomers: async () => (options.demo ?? []).map((one) => testCustomer(one).customerId),
    numbersOf: async (_, ids) => new Map(ids.map((id) => [id, id.slice(-4)])),
  })
}

/** Makes one process after another over the same database. */
function createProcesses(
  ledger: Ledger,
  index: ReadonlyMap<string, bigint>,
  options: StandOptions,
): (services: TestApp['services']) => Made {
  let processes = 0
  return (services) => {
    const market = createMarket({ services, ...emptyMarket })
    const perps = instruments.filter(({ kind }) => kind === 'perpetual')
    processes += 1
    const venue = createBookVenue({
      id: 'simulated',
      clock: services.clock,
      instrumentIds: perps.map(({ id }) => id),
      sequenceFrom: processes * sequencesPerProcess,
    })
    const settings = fixedSettings([])
    const half = halfOf(services, { ledger, market, index, options })
    const { trading, desk } = createTrading({
      services,
      ledger,
      settings,
      facts: { ...market.facts, instrumentIds: () => perps.map(({ id }) => id) },
      feed: market.state,
      venues: [venue],
      custodian,
      products: [half.product],
    })
    return { market, venue, trading, desk, contracts: half.withTrading(trading) }
  }
}

/** A handler of whichever process was started last. */
function answeredBy<One extends Handler>(handler: One, last: () => Handler | undefined): One {
  const handle = (request: never, context: never) => (last() ?? handler).handle(request, context)
  return { ...handler, handle }
}

const staffOf = (role: OperatorRole) => testOperator(operatorRoles.indexOf(role) + 1, [role])

const restrictedToken = (token: string): string => `${token}-restricted`

function standOf(
  app: TestApp,
  ledger: Ledger,
  index: Map<string, bigint>,
  made: Made,
  make: (services: TestApp['services']) => Made,
): ContractsStand {
  const { trading, desk, contracts, venue } = made
  let isKilled = false
  const next = async (services: TestApp['services']): Promise<ContractsStand> => {
    const own = make(services)
    await own.desk.start()
    return standOf(app, ledger, index, own, make)
  }
  const settle = async (): Promise<void> => {
    for (let round = 0; round < 3; round += 1) {
      do await new Promise((resolve) => setImmediate(resolve))
      while (desk.isBusy() && !isKilled)
      if (!isKilled) await contracts.engine.settled()
    }
  }
  return {
    app,
    ledger,
    trading,
    venue,
    contracts,
    customerId: (customer) => testCustomer(customer).customerId,
    ...callsOf(app),
    ...moneyOf(app, ledger),
    ...marketOf(app, index, made, settle),
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
      return await next(line === undefined ? app.services : { ...app.services, sql: line })
    },
    kill: async (line) => {
      isKilled = true
      // A process that is gone neither ends its work nor reports it.
      for (const ending of [contracts.engine.stop(), desk.stop()]) ending.catch(() => undefined)
      return await next(line === undefined ? app.services : { ...app.services, sql: line })
    },
    close: async ({ editedRows = false } = {}) => {
      await contracts.engine.stop()
      await desk.stop()
      const verdict = await verifyLedger(app.database.owner, {
        sources: editedRows ? [] : [tradingRows(app.services.clock)],
      })
      await app.close()
      if (!verdict.ok) throw new Error(`the books do not add up: ${verdict.problem}`)
    },
  }
}

/** What customers and staff ask. */
function callsOf(app: TestApp): Pick<ContractsStand, 'as' | 'asRestricted' | 'positions' | 'asStaff'> {
  const { asToken, asStaff } = askingOf(app)
  return {
    as: (customer, path, body = {}, key) => asToken(testCustomer(customer).token, `/coin/contract${path}`, body, key),
    asRestricted: (customer, path, body = {}, key) =>
      asToken(restrictedToken(testCustomer(customer).token), `/coin/contract${path}`, body, key),
    positions: async (customer) => {
      const answer = await asToken(testCustomer(customer).token, '/coin/contract/order/list/active', {})
      return (answer.json.data as { readonly rows: readonly WireContractPosition[] }).rows
    },
    asStaff: (role, path) => asStaff(staffOf(role), path),
  }
}

/** What the market does, and what of it everybody then sees. */
function marketOf(
  app: TestApp,
  index: Map<string, bigint>,
  { market, venue, contracts }: Made,
  settle: () => Promise<void>,
): Pick<ContractsStand, 'price' | 'outage' | 'print' | 'index' | 'halt' | 'silence' | 'offer' | 'show'> {
  const { clock } = app.services
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
      index.set(symbol, unitsOf(symbol, value))
      await print(symbol, value)
    },
    outage: async (symbol) => {
      index.delete(symbol)
      clock.moveTo(plusMs(clock.now(), markLifeMs + 1000))
      contracts.look()
      await settle()
    },
    print,
    index: async (symbol, value) => {
      index.set(symbol, unitsOf(symbol, value))
      contracts.look()
      await settle()
    },
    halt: (symbol, isHalted) => {
      market.state.onState(symbol, isHalted ? 'halted' : undefined)
      venue.halt(symbol, isHalted)
    },
    silence: (symbol) => {
      index.delete(symbol)
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
  { market, venue, at }: Pick<Made, 'market' | 'venue'> & { readonly at: Instant },
  ...[symbol, best]: Parameters<ContractsStand['show']>
): void {
  const size = quantityOf(1_000_000_000_000n)
  const from = { source: 'simulated', sequence: venue.nextSequence(symbol), at, reset: true }
  const levels =
    best === undefined ? [] : [['buy', priceOf(best.bid), size] as const, ['sell', priceOf(best.ask), size] as const]
  market.state.onBook(symbol, { ...from, changes: levels })
}

function moneyOf(app: TestApp, ledger: Ledger): Pick<ContractsStand, 'fund' | 'balance' | 'fundBalance'> {
  const { sql } = app.services
  return {
    fund: async (customer, whole) => {
      const account = customerAccount(testCustomer(customer).customerId, 'contract', 'USDT')
      const amount = BigInt(Math.round(whole * 1_000_000))
      await transaction(sql, (tx) => ledger.post(tx, [grantEntry(app.services, account, amount)]))
    },
    balance: async (customer) => {
      const account = customerAccount(testCustomer(customer).customerId, 'contract', 'USDT')
      return (await ledger.balances(sql, [account])).get(account) ?? emptyBalance
    },
    fundBalance: async () =>
      ((await ledger.balances(sql, [insuranceAccount])).get(insuranceAccount) ?? emptyBalance).posted,
  }
}
