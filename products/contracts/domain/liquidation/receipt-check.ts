import { divide, readWideDecimal, scaleMax } from '@bolsillo/kernel'
import { median } from '../funding/mark-price.ts'
import { type MarginPosition, marginReport } from '../margin/margin.ts'
import { type ContractTerms, million } from '../margin/margin-tiers.ts'
import { fineToMinor, marginScale } from '../position.ts'

/** What a device checks of a liquidation, in order. */
export const liquidationChecks = ['index', 'mark', 'equity', 'maintenance', 'under', 'fills', 'fees', 'left'] as const
type LiquidationCheck = (typeof liquidationChecks)[number]

/** A receipt as the wire has it: decimal texts in the contract's own scales, fine sums as whole numbers. */
export interface CheckedReceipt {
  readonly liquidation: { readonly positions: readonly CheckedSubject[] }
  readonly steps: readonly CheckedStep[]
}

/** A position that was liquidated, or one step of it. */
interface CheckedSubject {
  readonly positionId: string
  readonly symbol: string
  readonly side: 'long' | 'short'
  readonly sizeBefore: string
  readonly sizeAfter: string
}

interface CheckedMark {
  readonly symbol: string
  readonly mark: string
  readonly index: string
  readonly components: readonly { readonly price: string; readonly used: boolean }[]
  readonly funded: string
  readonly basis: string
  readonly last: string
}

/** A position as the wire has it: whole numbers as texts. */
export interface CheckedPosition {
  readonly symbol: string
  readonly size: string
  readonly entryFine: string
  readonly mark: string
  readonly priceScale: number
  readonly quantityScale: number
  readonly tiers: readonly {
    readonly upToFine?: string | undefined
    readonly initialPpm: string
    readonly maintenancePpm: string
  }[]
}

interface CheckedStep extends CheckedSubject {
  readonly quantity: string
  readonly positionAt: number
  readonly kind: 'partial' | 'full' | 'deleveraging'
  readonly cashFine: string
  readonly positions: readonly CheckedPosition[]
  readonly marks: readonly CheckedMark[]
  readonly equity: string
  readonly maintenance: string
  readonly worstPrice: string
  readonly filled: string
  readonly fills: readonly {
    readonly price: string
    readonly quantity: string
    readonly fee: string
    readonly vat: string
  }[]
  readonly fee: string
  readonly vat: string
}

// Texts of a receipt are the wire's own; what cannot be read makes its check fail instead of the page.
const units = (text: string, scale = scaleMax): bigint | undefined => {
  const reading = readWideDecimal(text, scale)
  return reading.kind === 'value' ? reading.units : undefined
}

const termsOf = ({ symbol, priceScale, quantityScale, tiers }: CheckedPosition): ContractTerms => ({
  symbol,
  priceScale,
  quantityScale,
  tiers: tiers.map(({ upToFine, initialPpm, maintenancePpm }) => ({
    upTo: upToFine === undefined ? undefined : BigInt(upToFine),
    initialPpm: BigInt(initialPpm),
    maintenancePpm: BigInt(maintenancePpm),
  })),
})

/** A position of the wire as the margin function takes it. */
export const marginPosition = (position: CheckedPosition): MarginPosition => ({
  terms: termsOf(position),
  size: BigInt(position.size),
  entry: BigInt(position.entryFine),
  mark: BigInt(position.mark),
})

/** The prices of a mark as units of its contract, so that middles round as the engine's do. */
function marksWrong(step: CheckedStep, what: 'index' | 'mark'): boolean {
  return step.marks.some((one) => {
    const scale = step.positions.find(({ symbol }) => symbol === one.symbol)?.priceScale
    if (scale === undefined) return false
    const parts = what === 'index' ? one.components.filter(({ used }) => used).map(({ price }) => price) : []
    const inputs = (what === 'index' ? parts : [one.funded, one.basis, one.last]).map((text) => units(text, scale))
    const said = units(what === 'index' ? one.index : one.mark, scale)
    const known = inputs.filter((price) => price !== undefined)
    return said === undefined || known.length !== inputs.length || known.length === 0 || median(known) !== said
  })
}

/** The marks the margin function was given must be the marks that were shown to be made so. */
function markOfPositionWrong(step: CheckedStep): boolean {
  return step.positions.some((position) => {
    const mark = step.marks.find(({ symbol }) => symbol === position.symbol)
    return mark === undefined || units(mark.mark, position.priceScale) !== BigInt(position.mark)
  })
}

/** Whether what the fills of a step say they were charged comes to what the step says. */
function isCharged({ fills, ...step }: CheckedStep, what: 'fee' | 'vat'): boolean {
  const said = units(step[what])
  // A text that is no number counts as more than was said.
  return said !== undefined && fills.reduce((left, fill) => left - (units(fill[what]) ?? said + 1n), said) === 0n
}

function stepProblems(step: CheckedStep): readonly LiquidationCheck[] {
  const report = marginReport({ cash: BigInt(step.cashFine), positions: step.positions.map(marginPosition) })
  const equity = divide(report.equity, fineToMinor, 'floor')
  // What must be kept is shown rounded up, equity down: nobody is shown safer than they are.
  const maintenance = divide(report.maintenance, million * fineToMinor, 'up')
  const filled = step.fills.reduce((sum, { quantity }) => sum + (units(quantity) ?? 0n), 0n)
  const worst = units(step.worstPrice) ?? 0n
  const isBeyond = step.fills.some(({ price }) => {
    const at = units(price) ?? 0n
    return step.side === 'long' ? at < worst : at > worst
  })
  // Deleveraging closes against others at the bankruptcy price: there are no fills of the book.
  const byBook = step.kind !== 'deleveraging'
  const wrong: Readonly<Record<LiquidationCheck, boolean>> = {
    index: marksWrong(step, 'index'),
    mark: marksWrong(step, 'mark') || markOfPositionWrong(step),
    equity: units(step.equity, marginScale) !== equity,
    maintenance: units(step.maintenance, marginScale) !== maintenance,
    under: !report.isUnderMaintenance,
    fills: byBook ? filled !== units(step.filled) || isBeyond : units(step.filled) !== units(step.quantity),
    fees: byBook && !(isCharged(step, 'fee') && isCharged(step, 'vat')),
    left: !isOwn(step) || !leaves(step, units(step.filled) ?? 0n),
  }
  return liquidationChecks.filter((check) => wrong[check])
}

/** A step closes the position it names: that one is among those it was decided on, with its size. */
function isOwn(step: CheckedStep): boolean {
  const found = step.positions[step.positionAt]
  const [size, before] = [BigInt(found?.size ?? 0), units(step.sizeBefore, found?.quantityScale)]
  return found?.symbol === step.symbol && size === (step.side === 'long' ? before : -(before ?? 0n))
}

/** Size before less size closed is size after. */
function leaves({ sizeBefore, sizeAfter }: Pick<CheckedSubject, 'sizeBefore' | 'sizeAfter'>, closed: bigint): boolean {
  const [before, after] = [units(sizeBefore), units(sizeAfter)]
  return before !== undefined && after !== undefined && before - closed === after
}

/** The steps of each position are consecutive, from its size before to its size after. */
function sizesAreWrong({ liquidation: { positions }, steps }: CheckedReceipt): boolean {
  const known = new Set(positions.map(({ positionId }) => positionId))
  if (steps.some(({ positionId }) => !known.has(positionId))) return true
  return positions.some((position) => {
    const own = steps.filter(({ positionId }) => positionId === position.positionId)
    const closed = own.reduce((sum, { filled }) => sum + (units(filled) ?? 0n), 0n)
    const isChain = own.every((step, at) => step.sizeBefore === (own[at - 1]?.sizeAfter ?? position.sizeBefore))
    const isSame = own.every(({ symbol, side }) => symbol === position.symbol && side === position.side)
    return own.length === 0 || !isChain || !isSame || !leaves(position, closed)
  })
}

/** Does every sum of a receipt again, from its inputs alone. Answers the checks that failed; empty: all is as it says. */
export function failedLiquidationChecks(receipt: CheckedReceipt): readonly LiquidationCheck[] {
  const { steps } = receipt
  const failed = new Set(steps.flatMap(stepProblems))
  if (sizesAreWrong(receipt)) failed.add('left')
  if (steps.length === 0) failed.add('under')
  return liquidationChecks.filter((check) => failed.has(check))
}
