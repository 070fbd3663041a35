import {
  divide,
  isOnTick,
  nearestTicks,
  priceOf,
  type Rejection,
  readDecimal,
  reject,
  type TickStep,
  writeDecimal,
} from '@bolsillo/kernel'
import { contractsRejections as r } from './calls/rejections.ts'
import { firstLiquidatedPrice, type MarginPosition, marginReport } from './margin.ts'
import { type ContractTerms, fineFactor, fineScale, leverageMax, worthOf } from './margin-tiers.ts'
import { fineToMinor, type MarginMode, marginFor, marginScale } from './position.ts'
import { triggerProblem } from './triggers.ts'

// What a ticket shows before anything is sent, by the functions the engine decides with. Units: price and quantity of the
// contract, minor units of the margin asset, leverage in hundredths.

/** A position as a ticket knows it. */
export interface KnownPosition {
  readonly size: bigint
  /** Average entry, units of price. */
  readonly entryPrice: bigint
  readonly margin: bigint
  readonly mode: MarginMode
  readonly mark: bigint
  readonly terms: ContractTerms
}

export interface PreviewAsked {
  readonly terms: ContractTerms
  readonly tick: bigint
  readonly mode: MarginMode
  readonly side: 'buy' | 'sell'
  readonly quantity: bigint
  /** Where it is expected to fill: the limit, or the best opposite price. */
  readonly price: bigint
  readonly mark: bigint
  readonly leverage: bigint
  /** Commission and its VAT, basis points. */
  readonly feeBps: bigint
  readonly vatBps: bigint
  /** Free money. */
  readonly available: bigint
  /** The position this adds to, on the same side. */
  readonly position: KnownPosition | undefined
  /** All cross positions but that one: they answer together. */
  readonly cross: readonly KnownPosition[]
}

export interface Preview {
  readonly notional: bigint
  readonly margin: bigint
  readonly fee: bigint
  readonly vat: bigint
  /** Free money afterwards; below zero: that much is missing. */
  readonly left: bigint
  /** Units of price; undefined: none above zero. */
  readonly liquidation: bigint | undefined
  /** From the mark to it, basis points of the mark; undefined without one. */
  readonly distanceBps: bigint | undefined
}

const whole = 10_000n

/** What an order would set aside and cost, and at which mark what it opens would be liquidated. */
export function previewOf(asked: PreviewAsked): Preview {
  const { terms, side, quantity, price, leverage, available, mark } = asked
  const worth = worthOf(terms, price, quantity)
  const notional = divide(worth, fineToMinor, 'up')
  const margin = marginFor(worth, leverage)
  const fee = divide(notional * asked.feeBps, whole, 'down')
  const vat = divide(fee * asked.vatBps, whole, 'down')
  const left = available - margin - fee - vat
  const signed = side === 'buy' ? quantity : -quantity
  const liquidation = liquidationAfter(asked, signed, margin, left < 0n ? 0n : left)
  const distance = liquidation === undefined ? undefined : mark - liquidation
  return {
    notional,
    margin,
    fee,
    vat,
    left,
    liquidation,
    distanceBps:
      distance === undefined ? undefined : divide((distance < 0n ? -distance : distance) * whole, mark, 'half-up'),
  }
}

const asMargin = ({ terms, size, entryPrice, mark }: KnownPosition): MarginPosition => ({
  terms,
  size,
  entry: worthOf(terms, entryPrice, size),
  mark,
})

function liquidationAfter(asked: PreviewAsked, signed: bigint, margin: bigint, left: bigint): bigint | undefined {
  const { terms, price, mark, mode, tick, position, cross } = asked
  const before = position === undefined ? undefined : asMargin(position)
  const after: MarginPosition = {
    terms,
    size: signed + (before?.size ?? 0n),
    entry: worthOf(terms, price, signed) + (before?.entry ?? 0n),
    mark,
  }
  const own = margin + (position?.margin ?? 0n)
  const others = mode === 'cross' ? cross : []
  const cash = mode === 'isolated' ? own : own + left + others.reduce((sum, one) => sum + one.margin, 0n)
  const report = marginReport({ cash: cash * fineToMinor, positions: [after, ...others.map(asMargin)] })
  const exact = report.positions[0]?.liquidation
  return exact === undefined ? undefined : firstLiquidatedPrice(after.size, exact, tick)
}

/** The first tick at which a position with this margin would be liquidated: what adding or taking out margin moves. */
export function liquidationWith(position: KnownPosition, margin: bigint, tick: bigint): bigint | undefined {
  const report = marginReport({ cash: margin * fineToMinor, positions: [asMargin(position)] })
  const exact = report.positions[0]?.liquidation
  return exact === undefined ? undefined : firstLiquidatedPrice(position.size, exact, tick)
}

/** What closing a part of a position at a price would bring, minor units, before fees. */
export function resultAt(position: KnownPosition, price: bigint, quantity: bigint): bigint {
  const closed = position.size > 0n ? quantity : -quantity
  return divide(worthOf(position.terms, price - position.entryPrice, closed), fineToMinor, 'floor')
}

/** The largest quantity, in whole lots, whose margin and charges fit into the money. */
export function largestOpening(
  asked: Pick<PreviewAsked, 'terms' | 'price' | 'leverage' | 'feeBps' | 'vatBps' | 'available'>,
  lot: bigint,
): bigint {
  const { terms, price, leverage, feeBps, vatBps, available } = asked
  if (price <= 0n || available <= 0n) return 0n
  // Margin and charges are parts of the notional: 1 / leverage + fee × (1 + VAT), counted in parts of 10^8.
  const parts = (100n * whole * whole) / leverage + feeBps * (whole + vatBps)
  const notionalFine = (available * fineToMinor * whole * whole) / parts
  const units = notionalFine / (price * fineFactor(terms))
  return units - (units % lot)
}

/** The form of a ticket, in the wire's decimals. */
export interface ContractTicketInput {
  readonly side: 'buy' | 'sell'
  readonly type: 'market' | 'limit'
  readonly quantity: string
  readonly limitPrice: string
  readonly leverage: string
  readonly takeProfitPrice: string
  readonly takeProfitOn: 'mark' | 'last'
  readonly stopLossPrice: string
  readonly stopLossOn: 'mark' | 'last'
}

export interface ContractTicketFacts {
  readonly terms: ContractTerms
  readonly ticks: readonly TickStep[]
  readonly lot: bigint
  readonly leverageMax: bigint
  readonly mark: bigint | undefined
  readonly last: bigint | undefined
}

const unitsOf = (text: string, scale: number): bigint | undefined => {
  const reading = readDecimal(text, scale)
  return reading.kind === 'value' ? reading.units : undefined
}

/** Units of a form's field; undefined while nothing readable stands there. */
export function priceUnits({ priceScale }: ContractTerms, text: string): bigint | undefined {
  return unitsOf(text, priceScale)
}
export function quantityUnits({ quantityScale }: ContractTerms, text: string): bigint | undefined {
  return unitsOf(text, quantityScale)
}
export function marginUnits(text: string): bigint | undefined {
  return unitsOf(text, marginScale)
}
/** Leverage in hundredths. */
export function leverageUnits(text: string): bigint | undefined {
  return unitsOf(text, 2)
}

/** What of a form the engine would refuse, as far as the form's own fields tell; in the order of the fields. */
export function contractTicketProblems(input: ContractTicketInput, facts: ContractTicketFacts): readonly Rejection[] {
  const { terms, ticks, lot } = facts
  const problems: Rejection[] = []
  const quantity = quantityUnits(terms, input.quantity)
  if (quantity === 0n) problems.push(reject(r.quantityZero, { field: 'quantity' }))
  const limit = input.type === 'limit' ? priceUnits(terms, input.limitPrice) : undefined
  if (limit === 0n) problems.push(reject(r.limitPriceZero, { field: 'limitPrice' }))
  else if (limit !== undefined && !isOnTick(priceOf(limit), ticks)) {
    const { below, above } = nearestTicks(priceOf(limit), ticks)
    const write = (units: bigint): string => writeDecimal(units, terms.priceScale)
    problems.push(
      reject(r.triggerOffTick, { field: 'limitPrice', values: { below: write(below), above: write(above) } }),
    )
  }
  const leverage = leverageUnits(input.leverage)
  if (leverage !== undefined && leverage < 100n) {
    problems.push(reject(r.leverageBelowMin, { field: 'leverage', values: { min: '1' } }))
  } else if (leverage !== undefined && leverage > facts.leverageMax) {
    const max = writeDecimal(facts.leverageMax, 2)
    problems.push(reject(r.leverageAboveMax, { field: 'leverage', values: { max } }))
  } else if (leverage !== undefined && quantity !== undefined && quantity > 0n) {
    const price = limit ?? facts.mark
    const highest = price === undefined ? undefined : leverageMax(terms.tiers, worthOf(terms, price, quantity))
    if (highest !== undefined && leverage > highest) {
      problems.push(reject(r.leverageAboveTier, { field: 'leverage', values: { max: writeDecimal(highest, 2) } }))
    }
  }
  for (const kind of ['take-profit', 'stop-loss'] as const) {
    const isProfit = kind === 'take-profit'
    const text = isProfit ? input.takeProfitPrice : input.stopLossPrice
    const on = isProfit ? input.takeProfitOn : input.stopLossOn
    const price = priceUnits(terms, text)
    const now = on === 'mark' ? facts.mark : facts.last
    if (price === undefined || now === undefined) continue
    const problem = triggerProblem(
      { kind, price, on },
      {
        field: isProfit ? 'takeProfitPrice' : 'stopLossPrice',
        size: input.side === 'buy' ? lot : -lot,
        now,
        priceScale: terms.priceScale,
        ticks,
      },
    )
    if (problem !== undefined) problems.push(problem)
  }
  return problems
}

/** Fine units as minor units of the margin asset, for showing; rounded down. */
export function fineAsMinor(fine: bigint): bigint {
  return divide(fine, 10n ** BigInt(fineScale - marginScale), 'floor')
}
