import { type Id, plusMs } from '@bolsillo/kernel'
import type { Instrument } from '@bolsillo/market/domain'
import {
  type ChannelSource,
  type Db,
  type EventHandler,
  handlersOf,
  type Job,
  onSubscribe,
  type Repeating,
  type Room,
  repeat,
  transaction,
  type UseCase,
} from '@bolsillo/server-kit'
import { type DeskProduct, type Trading, tradingOf } from '@bolsillo/trading/server'
import { contractMarksChannel, contractPositionsChannel, contractWarningsChannel } from '../contract/index.ts'
import type { ContractFacts } from '../domain/index.ts'
import { messages as enUS } from '../messages/en-US.ts'
import { messages as esES } from '../messages/es-ES.ts'
import { messages as ptBR } from '../messages/pt-BR.ts'
import { contractProduct } from './contract-product.ts'
import { type ContractsWorld, contractOf, markIn, termsIn } from './contracts-world.ts'
import type { ContractsDeps } from './deps.ts'
import { createModeSweep } from './engine/end-mixed-modes.ts'
import { createEngine, type Engine } from './engine/engine.ts'
import { fireExit } from './engine/fire-exit.ts'
import { createWarningLine, type WarningLine } from './engine/warning-line.ts'
import { findEpisodes } from './engine/warning-store.ts'
import { warningTermsIn, writeWarnings } from './engine/write-warnings.ts'
import { payFunding } from './funding/funding.ts'
import { findPremiumsSince, insertPremiums, removePremiums } from './funding/funding-store.ts'
import { fillInsuranceFund } from './funding/insurance-pool.ts'
import { createMarkKeeper, intervalStart } from './funding/marks.ts'
import type { ContractsGiven } from './given.ts'
import { liquidateAccount, type Patience } from './liquidation/liquidate-account.ts'
import { listLiquidations, readReceipt } from './liquidation/liquidation-reads.ts'
import { type LateQueue, lateQueue, listLate } from './operator/late-liquidations.ts'
import { cancelOrder, closePosition, liquidateEverything, liquidatePosition } from './orders/close-handlers.ts'
import { listContractOrders, queryOrder } from './orders/own-orders.ts'
import { placeContractOrder } from './orders/place-contract-order.ts'
import { replaceOrder } from './orders/replace-contract-order.ts'
import { changeMargin } from './positions/change-margin.ts'
import { leavingRefusal } from './positions/leaving-money.ts'
import { listPositionBookings } from './positions/list-position-bookings.ts'
import { listResults } from './positions/list-results.ts'
import { type LeavingMoney, leavingPurse } from './positions/movable.ts'
import { createRanks, listPositions, type Ranks, readTicketFacts, writePositions } from './positions/own-positions.ts'
import { type PositionPublishing, publishPositions, writtenFor } from './positions/publish-positions.ts'
import { setStopLoss, setTakeProfit } from './positions/set-exit.ts'
import {
  listFunding,
  listFundingLooks,
  listLeverages,
  listOwnFunding,
  readInsuranceFund,
  readMarks,
} from './public-reads.ts'
import { writeMark } from './rows.ts'
import { keepOutcome, readOutcomes } from './suitability/outcomes.ts'
import { answerQuestions, readSuitability } from './suitability/suitability.ts'

export { contractSettings } from '../domain/index.ts'
export { type RecordedFunding, recordedRates } from './funding/funding-store.ts'
export type { ContractsGiven } from './given.ts'
export { findLiquidated, type Liquidated } from './liquidation/liquidated-store.ts'
export { contractResultsSince } from './results-store.ts'

/** Milliseconds between looks at index, book and last price. */
const lookEveryMs = 500
/** Milliseconds between tries of what could not be done, and between looks at whether funding is due. */
const retryEveryMs = 1000
/** Milliseconds between looks at the premium. */
const premiumEveryMs = 60_000
const fundingEveryMs = 20_000
/** Milliseconds between computations of how many accounts lose. */
const outcomesEveryMs = 21_600_000
const dayMs = 86_400_000
/** Prints of a contract looked through for exits on the last price: all that are kept of it. */
const printsMax = 200

/** The room, the product its desk trades, and what a test moves by hand. */
export interface Contracts {
  /** Handed to `createTrading`, before the room is made with what that gives. */
  readonly product: DeskProduct<ContractFacts>
  /** Completes the room. */
  readonly withTrading: (trading: Trading) => ContractsRoom
}

export interface ContractsRoom {
  readonly room: Room
  readonly engine: Engine
  readonly world: ContractsWorld
  /** Why an amount may not leave the contract purse: the leverage after it. Called under the purse's lock. */
  readonly leavingRefusal: ReturnType<typeof leavingRefusal>
  /** One look at all marks and prints, as the timer does. */
  readonly look: () => void
  /** How much of a customer's money may leave the contract purse; undefined for other purses. */
  readonly leaving: (
    db: Db,
    from: { readonly customerId: Id<'cus'>; readonly purse: string; readonly asset: string },
  ) => Promise<LeavingMoney | undefined>
  /** What staff have to look at. */
  readonly workQueues: readonly LateQueue[]
  /** One look at all premiums, kept. */
  readonly notePremiums: () => Promise<void>
}

/** Whom the product notifies of changes, once the room is complete. */
interface Late {
  engine?: Engine
  changed?: (customerIds: readonly Id<'cus'>[]) => void
}

/** What is made before there is a desk. */
interface FirstHalf extends Pick<ContractsWorld, 'contracts' | 'marks' | 'instrumentOf' | 'lastPrintOf'> {
  readonly late: Late
}

/** Perpetual contracts: made in two halves, because the desk is made between them. */
export function createContracts(given: ContractsGiven): Contracts {
  const contracts = given.instruments.filter(({ kind }) => kind === 'perpetual')
  const byId = new Map(contracts.map((instrument) => [instrument.id, instrument]))
  const marks = createMarkKeeper({
    contracts,
    indexOf: given.indexOf,
    bookOf: given.market.book,
    lastOf: (symbol) => given.market.quote(symbol)?.last,
  })
  const lastPrintOf = (symbol: string): number | undefined => given.market.lastTrades(symbol, 1)[0]?.sequence
  const late: Late = {}
  const instrumentOf = (symbol: string): Instrument | undefined => byId.get(symbol)
  const product = contractProduct({
    markOf: (symbol) => markIn({ marks }, symbol),
    lastPrintOf,
    instrumentOf,
    onChanged: (customerIds) => {
      late.engine?.changed(customerIds)
      late.changed?.(customerIds)
    },
  })
  return {
    product,
    withTrading: (all) => completed(given, { contracts, marks, instrumentOf, lastPrintOf, late }, all),
  }
}

/** The room and its engine, once there is a desk. */
function completed(given: ContractsGiven, { late, ...own }: FirstHalf, all: Trading): ContractsRoom {
  const { lastPrintOf } = own
  const world: ContractsWorld = {
    services: given.services,
    settings: given.settings,
    ledger: given.ledger,
    trading: tradingOf(all, 'contract'),
    ...own,
    lastOf: (symbol) => given.market.quote(symbol)?.last,
    quoteOf: (symbol) => given.market.quote(symbol),
    custodian: given.custodian,
    demoCustomers: given.demoCustomers,
  }
  const patience: Patience = new Map()
  const engine = createEngine({
    services: given.services,
    ledger: given.ledger,
    termsOf: (symbol) => termsIn(world, symbol),
    markOf: (symbol) => markIn(world, symbol),
    lastOf: world.lastOf,
    lastPrintOf,
    acts: {
      liquidate: (customerId, subject) => liquidateAccount(world, customerId, subject, patience),
      fire: (exit) => fireExit(world, exit),
    },
    warnings: warningLine(given, world),
  })
  late.engine = engine
  const ranks = createRanks(world)
  const publishing = publishPositions(given, writtenFor(world, ranks, given))
  late.changed = publishing.changed
  return {
    ...roomOf(given, world, { engine, patience, ranks, publishing }),
    ...{ engine, world, leaving: (db, from) => leavingPurse(world, db, from) },
    leavingRefusal: leavingRefusal(world),
    workQueues: [lateQueue(engine)],
  }
}

/** What warns before a liquidation. */
function warningLine({ services, publisher, audit, customers }: ContractsGiven, world: ContractsWorld): WarningLine {
  return createWarningLine({
    services,
    markOf: (symbol) => world.marks.of(symbol),
    termsOf: () => warningTermsIn(world),
    findEpisodes: () => findEpisodes(services.sql),
    write: async (due) => {
      const outcomes = await writeWarnings({ ...world, audit, customers }, due)
      outcomes.forEach((outcome, at) => {
        const customerId = due[at]?.customerId
        if (outcome.kind === 'known' && outcome.warned !== undefined && customerId !== undefined)
          publisher.publish(contractWarningsChannel, customerId, outcome.warned)
      })
      return outcomes
    },
  })
}

const useCases: readonly UseCase<ContractsDeps>[] = [
  ...[placeContractOrder, replaceOrder, cancelOrder, listContractOrders, queryOrder],
  ...[closePosition, liquidatePosition, liquidateEverything, setTakeProfit, setStopLoss, changeMargin],
  ...[listPositions, readTicketFacts, listPositionBookings, listResults, listOwnFunding, listLiquidations, readReceipt],
  ...[listLeverages, readMarks, listFunding, listFundingLooks, readInsuranceFund, readOutcomes],
  ...[readSuitability, answerQuestions],
]

interface Parts {
  readonly engine: Engine
  readonly patience: Patience
  readonly ranks: Ranks
  readonly publishing: PositionPublishing
}

function roomOf(
  given: ContractsGiven,
  world: ContractsWorld,
  { engine, patience, ranks, publishing }: Parts,
): Pick<ContractsRoom, 'room' | 'look' | 'notePremiums'> {
  const { services } = given
  const { clock, sql, log } = services
  const timers: Repeating[] = []
  let premiumAt = 0
  const modes = createModeSweep(world)
  const look = createLook(given, world, { engine, publishing })

  const notePremiums = async (): Promise<void> => {
    const rows = world.marks.premiums(clock.now())
    await insertPremiums(sql, rows)
    world.marks.adopt(rows, clock.now())
  }
  const minute = async (): Promise<void> => {
    engine.retry()
    modes.look()
    const now = clock.now()
    if (now - premiumAt < premiumEveryMs) return
    premiumAt = now
    await notePremiums()
  }
  const { tradePasswords, needs, ownLimits, creditHeldUntil, authorisations, numbersOf } = given
  const own = { tradePasswords, needs, ownLimits, creditHeldUntil, authorisations, numbersOf }
  const deps: ContractsDeps = { ...world, ...own, ranks, engine, patience }
  const room: Room = {
    name: 'contracts',
    migrations: new URL('./migrations/', import.meta.url),
    handlers: handlersOf(useCases, deps),
    operatorHandlers: handlersOf([listLate], deps),
    channels: channelsOf(world, ranks, publishing),
    events: [lookAgain(engine, publishing)],
    jobs: jobsOf(world),
    messages: { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR },
    start: async () => {
      if (services.mode === 'SIM') await transaction(sql, (tx) => fillInsuranceFund(world, tx, clock.now()))
      world.marks.adopt(await findPremiumsSince(sql, intervalStart(clock.now())), clock.now())
      look()
      await engine.start()
      // A market without contracts has nothing to look at.
      if (world.contracts.length > 0)
        timers.push(repeat(lookEveryMs, look, services), repeat(retryEveryMs, minute, services))
      log.info({ accounts: engine.watched() }, 'contracts are watched')
    },
    stop: async () => {
      for (const timer of timers) await timer.stop()
      await modes.settled()
      await engine.stop()
      await publishing.settled()
    },
  }
  return { room, look, notePremiums }
}

/** One look at all marks and prints. */
function createLook(
  { services, publisher, market }: ContractsGiven,
  world: ContractsWorld,
  { engine, publishing }: Pick<Parts, 'engine' | 'publishing'>,
): () => void {
  const printed = new Map<string, number>()
  return () => {
    for (const mark of world.marks.look(services.clock.now())) {
      engine.onMark(mark.symbol, mark.mark.price)
      if (publisher.watched?.(contractMarksChannel, mark.symbol) !== false)
        publisher.publish(contractMarksChannel, mark.symbol, writeMark(mark, termsIn(world, mark.symbol).priceScale))
    }
    publishing.moved()
    for (const { id } of world.contracts) {
      // Every print counts for an exit on the last price, the oldest first, not only the latest at the time of a check.
      const since = printed.get(id) ?? 0
      const prints = market.lastTrades(id, printsMax).filter(({ sequence }) => sequence > since)
      for (const { price, sequence } of prints.toReversed()) engine.onLast(id, price, sequence)
      printed.set(id, Math.max(since, ...prints.map(({ sequence }) => sequence)))
    }
  }
}

/** Money of a purse moved: its customer is looked at again. */
function lookAgain(engine: Engine, publishing: PositionPublishing): EventHandler {
  return {
    topic: 'ledger.balance-changed',
    name: 'contracts.look-again',
    scope: 'each-process',
    handle: ({ payload }) => {
      const { customers } = payload as { readonly customers: Readonly<Record<string, readonly string[]>> }
      const own = Object.entries(customers).filter(([, accounts]) => accounts.some((one) => one.includes(':contract:')))
      const ids = own.map(([customerId]) => customerId as Id<'cus'>)
      engine.changed(ids)
      publishing.changed(ids)
    },
  }
}

function channelsOf(world: ContractsWorld, ranks: Ranks, publishing: PositionPublishing): readonly ChannelSource[] {
  return [
    onSubscribe(contractWarningsChannel, () => ({})),
    onSubscribe(contractMarksChannel, (symbol) => {
      const mark = world.marks.of(symbol)
      return mark === undefined ? undefined : writeMark(mark, contractOf(world, symbol).scale.priceScale)
    }),
    onSubscribe(contractPositionsChannel, (customerId, db) => {
      publishing.began(customerId as Id<'cus'>)
      return writePositions(world, ranks, db, customerId as Id<'cus'>)
    }),
  ]
}

function jobsOf(world: ContractsWorld): readonly Job[] {
  const { clock, sql } = world.services
  return [
    { name: 'contracts.pay-funding', everyMs: fundingEveryMs, run: () => payFunding(world, clock.now()) },
    { name: 'contracts.compute-outcomes', everyMs: outcomesEveryMs, run: () => keepOutcome(world, clock.now()) },
    {
      name: 'contracts.forget-premiums',
      everyMs: dayMs,
      run: () => removePremiums(sql, plusMs(clock.now(), -7 * dayMs)),
    },
  ]
}
