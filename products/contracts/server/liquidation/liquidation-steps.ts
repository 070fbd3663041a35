import { type Id, isRejection, present, type Rejection } from '@bolsillo/kernel'
import { available } from '@bolsillo/ledger/domain'
import { insuranceAccount, marginPurse } from '../../domain/contract-transfers.ts'
import {
  type ContractFacts,
  type ContractPosition,
  fineToMinor,
  type LiquidationStep,
  type liquidationStage,
  type MarginAccount,
  openPositions,
} from '../../domain/index.ts'
import { type ContractsWorld, type Hands, holdingOf, lookAgain, termsIn } from '../contracts-world.ts'
import type { Subject } from '../engine/engine.ts'
import type { Mark } from '../funding/marks.ts'
import { writeMark } from '../rows.ts'

/** What is liquidated, as it is now: its positions, and the account they answer in. */
interface Situation {
  readonly positions: readonly ContractPosition[]
  readonly account: MarginAccount
  /** The marks it was looked at with, and no later ones: by the time a step is done, others may stand. */
  readonly marks: readonly Mark[]
  /** Free money of the purse at the look. */
  readonly free: bigint
}

/** A step that was decided, to be done under the desk's locks. */
export interface StepToDo {
  readonly situation: Situation
  readonly step: LiquidationStep
  readonly liquidationId: Id<'liq'>
  readonly stage: ReturnType<typeof liquidationStage>
}

/** The outcome of a step: all of it, not all of it, or something else came first and it is to be decided again. */
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
