import { type Id, isRejection, present, quantityOf, type Rejection, reject } from '@bolsillo/kernel'
import { available, emptyBalance } from '@bolsillo/ledger/domain'
import { insuranceAccount, marginPurse } from '../domain/contract-transfers.ts'
import {
  type ContractFacts,
  type ContractPosition,
  fineToMinor,
  type LiquidationStep,
  liquidationStage,
  liquidationStep,
  type MarginAccount,
  openPositions,
  readTerms,
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
import { handOver } from './deleverage.ts'
import type { Subject } from './engine.ts'
import type { Mark } from './marks.ts'
import { openOrdersOf } from './open-orders.ts'
import { writeMark } from './rows.ts'

/** Steps of one liquidation before it pauses until the next look. */
const stepsMax = 25

/**
 * How many looks in a row nobody took the step of a liquidation. Kept in memory only: a process that begins waits again,
 * which costs some seconds and loses nothing.
 */
export type Patience = Map<Id<'liq'>, number>

/** What is liquidated, as it stands: its positions, and the account they answer in. */
export interface Situation {
  readonly positions: readonly ContractPosition[]
  readonly account: MarginAccount
  /** The marks it was looked at with, and no later ones: by the time a step is done, others may stand. */
  readonly marks: readonly Mark[]
  /** Free money of the purse at the look. */
  readonly free: bigint
}

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

/** A step that was decided, to be done under the desk's locks. */
export interface StepToDo {
  readonly situation: Situation
  readonly step: LiquidationStep
  readonly liquidationId: Id<'liq'>
  readonly stage: ReturnType<typeof liquidationStage>
}

/** What came of a step: all of it, not all of it, or something else came first and it is to be decided again. */
export type StepOutcome = 'taken' | 'left' | 'overtaken'

/**
 * The positions that are liquidated together, by symbol: the desk remembers them in the order they last changed, PostgreSQL
 * has another, and a step names one by its place.
 */
export function subjectOf(facts: ContractFacts, subject: Subject): readonly ContractPosition[] {
  return openPositions(facts)
    .filter((one) =>
      subject.kind === 'cross' ? one.mode === 'cross' : one.mode === 'isolated' && one.symbol === subject.symbol,
    )
    .toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1))
}

/** What is liquidated, at the marks of now; undefined while one of them is missing. */
export function situationOf(
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
  return {
    positions,
    account: { cash: (margin + (isCross ? free : 0n)) * fineToMinor, positions: marked },
    marks,
    free,
  }
}

/**
 * Whether what was looked at is still what is there, under the desk's locks: the same positions, whatever their order, and
 * where it counts the same money. What the fund has counts only for a step that may ask it.
 */
export function isUnchanged(hands: Hands, subject: Subject, { situation, step, stage }: StepToDo): boolean {
  const [first] = situation.positions
  if (first === undefined) return false
  const now = subjectOf(hands.facts(holdingOf(first)), subject)
  const before = new Map(situation.positions.map((one) => [one.positionId, one]))
  const isSame =
    now.length === before.size &&
    now.every(({ positionId, size, entry, margin }) => {
      const was = before.get(positionId)
      return size === was?.size && entry === was.entry && margin === was.margin
    })
  const isCross = subject.kind === 'cross'
  const hasSame = !isCross || available(hands.balance(marginPurse(first.customerId))) === situation.free
  return isSame && hasSame && (stage !== 'fund' || hands.balance(insuranceAccount).posted === step.fund)
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

/** Other refusals of the desk would repeat at once: they count as a check without a fill. */
export function outcomeOf(answer: StepOutcome | Rejection): StepOutcome {
  if (!isRejection(answer)) return answer
  return answer.spec === lookAgain ? 'overtaken' : 'left'
}

/** A step as the receipt will have it. `entryId`: of a handing over, which has no order. */
export function stepRecord(
  world: ContractsWorld,
  hands: Pick<Hands, 'now'>,
  { situation, liquidationId }: StepToDo,
  step: LiquidationStep,
  { orderId, entryId }: { readonly orderId?: Id<'ord'>; readonly entryId?: Id<'ent'> },
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
    entryId,
  } as const
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
