import { type Id, isRejection, present, quantityOf, type Rejection, reject } from '@bolsillo/kernel'
import { available, emptyBalance } from '@bolsillo/ledger/domain'
import { insuranceAccount, marginPurse } from '../domain/contract-transfers.ts'
import {
  type ContractFacts,
  type ContractPosition,
  fineToMinor,
  type LiquidationStep,
  liquidationStep,
  type MarginAccount,
  openPositions,
  withChanges,
} from '../domain/index.ts'
import {
  type ContractsWorld,
  closingOrder,
  contractOf,
  type Hands,
  holdingOf,
  loadContracts,
  lookAgain,
  termsIn,
} from './contracts-world.ts'
import { deleverage } from './deleverage.ts'
import type { Subject } from './engine.ts'
import type { Mark } from './marks.ts'
import { openOrdersOf } from './open-orders.ts'
import { writeMark } from './rows.ts'

/** Steps of one liquidation before it pauses until the next look. */
const stepsMax = 25

/** What is liquidated, as it stands: its positions, and the account they answer in. */
interface Situation {
  readonly positions: readonly ContractPosition[]
  readonly account: MarginAccount
  /** The marks it was looked at with, and no later ones: by the time a step is done, others may stand. */
  readonly marks: readonly Mark[]
}

/**
 * Liquidates a position, or a cross account, step by step until it has what it must keep or nothing is open. The first
 * step marks it, so that nothing else is done to it, and ends its orders; each further one closes a part at the desk
 * through the ordinary book, no fill beyond bankruptcy and what the fund can bear; what nobody takes is handed over. Every
 * step is one transaction that looks again, so a process that ends in the middle goes on where it was.
 * @returns false when it could not be finished now.
 */
export async function liquidateAccount(
  world: ContractsWorld,
  customerId: Id<'cus'>,
  subject: Subject,
): Promise<boolean> {
  const { sql } = world.services
  for (let number = 0; number < stepsMax; number += 1) {
    const { facts, free } = await loadContracts(world, sql, customerId)
    const positions = subjectOf(facts, subject)
    if (positions.length === 0) return true
    const situation = situationOf(world, positions, free)
    if (situation === undefined) return false
    const liquidationId = positions.find((one) => one.liquidationId !== undefined)?.liquidationId
    const fund = (await world.ledger.balances(sql, [insuranceAccount])).get(insuranceAccount) ?? emptyBalance
    const lots = positions.map(({ symbol }) => contractOf(world, symbol).lot)
    const step = liquidationStep(situation.account, { lots, fund: fund.posted })
    if (step === undefined) {
      if (liquidationId === undefined) return true
      if (!isRejection(await leave(world, positions, liquidationId))) return true
      continue
    }
    if (liquidationId === undefined) {
      await begin(world, customerId, subject, positions)
      continue
    }
    const filled = await carryOut(world, subject, { situation, step, liquidationId, free })
    if (isRejection(filled)) continue
    // Nobody in the book takes it at a price anybody could bear: it is handed over.
    if (filled === 0n && !(await deleverage(world, subject, { situation, step, liquidationId, free }))) return false
  }
  return false
}

export interface StepToDo {
  readonly situation: Situation
  readonly step: LiquidationStep
  readonly liquidationId: Id<'liq'>
  readonly free: bigint
}

/** The positions that are liquidated together. */
export function subjectOf(facts: ContractFacts, subject: Subject): readonly ContractPosition[] {
  return openPositions(facts).filter((one) =>
    subject.kind === 'cross' ? one.mode === 'cross' : one.mode === 'isolated' && one.symbol === subject.symbol,
  )
}

function situationOf(
  world: ContractsWorld,
  positions: readonly ContractPosition[],
  free: bigint,
): Situation | undefined {
  const marks = positions.flatMap(({ symbol }) => world.marks.of(symbol) ?? [])
  if (marks.length < positions.length) return undefined
  const marked = positions.map(({ symbol, size, entry }, at) => {
    const { mark } = present(marks[at], 'a mark for each position')
    return { terms: termsIn(world, symbol), size, entry, mark: mark.price }
  })
  const margin = positions.reduce((sum, one) => sum + one.margin, 0n)
  const isCross = positions.some(({ mode }) => mode === 'cross')
  return { positions, account: { cash: (margin + (isCross ? free : 0n)) * fineToMinor, positions: marked }, marks }
}

/** Whether what was looked at is still what is there, under the desk's locks. */
export function isUnchanged(
  hands: Hands,
  subject: Subject,
  { situation, free, step }: Omit<StepToDo, 'liquidationId'>,
) {
  const [first] = situation.positions
  if (first === undefined) return false
  const now = subjectOf(hands.facts(holdingOf(first)), subject)
  const isSame =
    now.length === situation.positions.length &&
    now.every((one, at) => {
      const before = situation.positions[at]
      return (
        one.positionId === before?.positionId &&
        one.size === before.size &&
        one.entry === before.entry &&
        one.margin === before.margin
      )
    })
  const isCross = subject.kind === 'cross'
  const hasSame = !isCross || available(hands.balance(marginPurse(first.customerId))) === free
  return isSame && hasSame && hands.balance(insuranceAccount).posted === step.fund
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
      const resting = symbols.flatMap((instrumentId) => hands.resting({ customerId, instrumentId }))
      if (resting.some(({ orderId }) => !cancels.includes(orderId))) return reject(lookAgain)
      for (const { orderId } of resting) hands.cancel(orderId, 'liquidation')
      const facts = hands.facts(holding)
      const marked = subjectOf(facts, subject).map((one) => ({ ...one, liquidationId, updatedAt: hands.now }))
      hands.keep(holding, withChanges(facts, hands.now, marked, []))
      return true
    },
  })
}

/** Closes as much as was decided. @returns the units that found somebody, or that it has to be looked at again. */
async function carryOut(world: ContractsWorld, subject: Subject, todo: StepToDo): Promise<bigint | Rejection> {
  const { situation, step, liquidationId } = todo
  const position = present(situation.positions[step.at], 'the position of a step')
  const holding = holdingOf(position)
  const at = world.services.clock.now()
  const order = closingOrder(world, position, { cause: 'liquidation', worstPrice: step.worstPrice, liquidationId, at })
  return await world.trading.act<ContractFacts, bigint>({
    holdings: situation.positions.map(holdingOf),
    orders: [order],
    decide: (hands) => {
      if (!isUnchanged(hands, subject, todo)) return reject(lookAgain)
      const placed = hands.place(0, { quantity: quantityOf(step.quantity) })
      if (isRejection(placed)) return placed
      // A step nobody met is not written: it will be tried again, and again.
      if (placed.filledQuantity > 0n) {
        const record = stepRecord(world, hands, todo, step, placed.orderId)
        hands.keep(holding, withChanges(hands.facts(holding), hands.now, [], [record]))
      }
      return placed.filledQuantity
    },
  })
}

/** A step as the receipt will have it. */
export function stepRecord(
  world: ContractsWorld,
  hands: Pick<Hands, 'now'>,
  { situation, liquidationId }: StepToDo,
  step: LiquidationStep,
  orderId: Id<'ord'> | undefined,
) {
  const { customerId, positionId, symbol, mode, size } = present(situation.positions[step.at], 'the position of a step')
  const marks = situation.marks.map((mark) => writeMark(mark, termsIn(world, mark.symbol).priceScale))
  return {
    kind: 'step',
    at: hands.now,
    liquidationId,
    customerId,
    positionId,
    symbol,
    mode,
    size,
    step,
    marks,
    orderId,
  } as const
}

/** What is left is safe: the liquidation is over. */
async function leave(
  world: ContractsWorld,
  positions: readonly ContractPosition[],
  liquidationId: Id<'liq'>,
): Promise<boolean | Rejection> {
  const first = present(positions[0], 'a position')
  const holding = holdingOf(first)
  return await world.trading.act<ContractFacts, boolean>({
    holdings: [holding],
    decide: (hands) => {
      const facts = hands.facts(holding)
      const own = openPositions(facts).filter((one) => one.liquidationId === liquidationId)
      if (own.length === 0) return true
      const freed = own.map((one) => ({ ...one, liquidationId: undefined, updatedAt: hands.now }))
      const size = own.find(({ positionId }) => positionId === first.positionId)?.size ?? 0n
      hands.keep(holding, withChanges(facts, hands.now, freed, [{ kind: 'end', at: hands.now, liquidationId, size }]))
      return true
    },
  })
}
