import { type Id, isRejection, present, quantityOf, type Rejection, reject } from '@bolsillo/kernel'
import { emptyBalance } from '@bolsillo/ledger/domain'
import { insuranceAccount } from '../../domain/contract-transfers.ts'
import {
  type ContractFacts,
  type ContractPosition,
  liquidationStage,
  liquidationStep,
  readTerms,
  withChanges,
} from '../../domain/index.ts'
import {
  type ContractsWorld,
  closingOrder,
  contractOf,
  holdingOf,
  loadContracts,
  lookAgain,
} from '../contracts-world.ts'
import type { Subject } from '../engine/engine.ts'
import { openOrdersOf } from '../orders/open-orders.ts'
import { handOver } from './deleverage.ts'
import {
  isUnchanged,
  outcomeOf,
  type StepOutcome,
  type StepToDo,
  situationOf,
  stepRecord,
  subjectOf,
} from './liquidation-steps.ts'

/** Steps of one liquidation before it pauses until the next look. */
const stepsMax = 25

/**
 * How many looks in a row nobody took the step of a liquidation. Kept in memory only: a process that begins waits again,
 * which costs some seconds and loses nothing.
 */
export type Patience = Map<Id<'liq'>, number>

/**
 * Liquidates a position, or a cross account, step by step until it has what it must keep or nothing is open. The first
 * step marks it, so that nothing else is done to it, and ends its orders; each further one closes a part at the desk
 * through the ordinary book, no fill beyond bankruptcy. What nobody takes for some looks is offered whole, down to what the
 * fund can bear; what nobody takes for some more is handed over, all of it at once. Every step is one transaction that
 * looks again, so a process that ends in the middle goes on where it was.
 * @returns false when it could not be finished now.
 */
export async function liquidateAccount(
  world: ContractsWorld,
  customerId: Id<'cus'>,
  subject: Subject,
  patience: Patience,
): Promise<boolean> {
  const { sql } = world.services
  for (let number = 0; number < stepsMax; number += 1) {
    const { facts, free } = await loadContracts(world, sql, customerId)
    const positions = subjectOf(facts, subject)
    if (positions.length === 0) return true
    const situation = situationOf(world, positions, free)
    if (situation === undefined) return false
    const liquidationId = positions.find((one) => one.liquidationId !== undefined)?.liquidationId
    const stage = liquidationStage(liquidationId === undefined ? 0 : (patience.get(liquidationId) ?? 0))
    const fund = (await world.ledger.balances(sql, [insuranceAccount])).get(insuranceAccount) ?? emptyBalance
    const lots = positions.map(({ symbol }) => contractOf(world, symbol).lot)
    const step = liquidationStep(situation.account, { lots, fund: fund.posted, withFund: stage !== 'book' })
    if (step === undefined) {
      if (liquidationId === undefined) return true
      if (isRejection(await leave(world, customerId, subject, liquidationId))) continue
      patience.delete(liquidationId)
      return true
    }
    if (liquidationId === undefined) {
      await begin(world, customerId, subject, positions)
      continue
    }
    const todo = { situation, step, liquidationId, stage }
    const done = stage === 'hand-over' ? await handOver(world, subject, todo) : await carryOut(world, subject, todo)
    if (done === 'overtaken') continue
    if (done === 'taken') patience.delete(liquidationId)
    else {
      // A trickle is no taker: only a step that was taken whole begins the wait anew.
      patience.set(liquidationId, (patience.get(liquidationId) ?? 0) + 1)
      return false
    }
  }
  return false
}

/** Marks what is liquidated, and ends the orders that rest beside it: what they had reserved may be enough. */
async function begin(
  world: ContractsWorld,
  customerId: Id<'cus'>,
  subject: Subject,
  positions: readonly ContractPosition[],
): Promise<void> {
  const { services, trading } = world
  const symbols = subject.kind === 'cross' ? world.contracts.map(({ id }) => id) : positions.map(({ symbol }) => symbol)
  const cancels = await openOrdersOf(world, services.sql, customerId, symbols)
  const liquidationId = services.ids.next('liq')
  await trading.act<ContractFacts, boolean>({
    holdings: symbols.map((instrumentId) => ({ customerId, instrumentId })),
    cancels,
    decide: (hands) => {
      const holding = { customerId, instrumentId: present(symbols[0], 'a contract') }
      const now = subjectOf(hands.facts(holding), subject)
      if (now.length === 0 || now.some((one) => one.liquidationId !== undefined)) return false
      const all = symbols.flatMap((instrumentId) => hands.resting({ customerId, instrumentId }))
      // Orders of isolated positions are no part of the cross account: what they had reserved is not its money.
      const resting = subject.kind === 'cross' ? all.filter(({ terms }) => readTerms(terms).mode === 'cross') : all
      if (resting.some(({ orderId }) => !cancels.includes(orderId))) return reject(lookAgain)
      for (const { orderId } of resting) hands.cancel(orderId, 'liquidation')
      const facts = hands.facts(holding)
      const marked = subjectOf(facts, subject).map((one) => ({ ...one, liquidationId, updatedAt: hands.now }))
      hands.keep(holding, withChanges(facts, hands.now, marked, []))
      return true
    },
  })
}

/** Closes as much as was decided, as far as somebody in the book takes it. */
async function carryOut(world: ContractsWorld, subject: Subject, todo: StepToDo): Promise<StepOutcome> {
  const { situation, step, liquidationId } = todo
  const position = present(situation.positions[step.at], 'the position of a step')
  const holding = holdingOf(position)
  const at = world.services.clock.now()
  const order = closingOrder(world, position, { cause: 'liquidation', worstPrice: step.worstPrice, liquidationId, at })
  const outcome = await world.trading.act<ContractFacts, StepOutcome>({
    holdings: situation.positions.map(holdingOf),
    orders: [order],
    decide: (hands) => {
      if (!isUnchanged(hands, subject, todo)) return reject(lookAgain)
      const decided = { ...step, fund: hands.balance(insuranceAccount).posted }
      const placed = hands.place(0, { quantity: quantityOf(step.quantity) })
      if (isRejection(placed)) return placed
      // A step nobody met is not written: it will be tried again, and again.
      if (placed.filledQuantity > 0n) {
        const record = stepRecord(world, hands, todo, decided, { orderId: placed.orderId })
        hands.keep(holding, withChanges(hands.facts(holding), hands.now, [], [record]))
      }
      return placed.filledQuantity === step.quantity ? 'taken' : 'left'
    },
  })
  return outcomeOf(outcome)
}

/** What is left is safe: the liquidation is over. */
async function leave(
  world: ContractsWorld,
  customerId: Id<'cus'>,
  subject: Subject,
  liquidationId: Id<'liq'>,
): Promise<boolean | Rejection> {
  const instrumentId = subject.kind === 'isolated' ? subject.symbol : present(world.contracts[0], 'a contract').id
  const holding = { customerId, instrumentId }
  return await world.trading.act<ContractFacts, boolean>({
    holdings: [holding],
    decide: (hands) => {
      const facts = hands.facts(holding)
      const own = subjectOf(facts, subject).filter((one) => one.liquidationId === liquidationId)
      const [first] = own
      if (first === undefined) return true
      const freed = own.map((one) => ({ ...one, liquidationId: undefined, updatedAt: hands.now }))
      const sizes = Object.fromEntries(own.map(({ positionId, size }) => [positionId, size]))
      const end = { kind: 'end', at: hands.now, liquidationId, size: first.size, sizes } as const
      hands.keep(holding, withChanges(facts, hands.now, freed, [end]))
      return true
    },
  })
}
