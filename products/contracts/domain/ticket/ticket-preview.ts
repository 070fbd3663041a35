import {
  coins,
  divide,
  isOnTick,
  maxOf,
  minOf,
  nearestTicks,
  priceOf,
  type Rejection,
  readDecimal,
  reject,
  type TickStep,
  writeDecimal,
} from '@bolsillo/kernel'
import { costOfFills, feeScheduleOf } from '@bolsillo/trading/domain'
import { contractsRejections as r } from '../../contract/rejections.ts'
import { spendable } from '../admission.ts'
import { contractFees } from '../contract-fees.ts'
import { effectiveLeverage } from '../margin/effective-leverage.ts'
import { firstLiquidatedPrice, type MarginAccount, type MarginPosition, marginReport } from '../margin/margin.ts'
import { type ContractTerms, fineFactor, million, worthOf } from '../margin/margin-tiers.ts'
import { openingLeverageMax, openingLoss, orderNeed } from '../margin/opening-need.ts'
import { fineToMinor, foldFill, type MarginMode, marginFor } from '../position.ts'
import { triggerProblem } from '../triggers.ts'

// What a ticket shows before anything is sent, by the functions the engine decides with. Units: price and quantity of the
// contract, minor units of the margin asset, leverage in hundredths.

/** A position as a ticket knows it. */
export interface KnownPosition {
  readonly size: bigint
  /** What is open was entered for, exact, fine units with the sign of the size. */
  readonly entry: bigint
  readonly margin: bigint
  readonly mode: MarginMode
  readonly mark: bigint
  readonly terms: ContractTerms
}

/** A position exactly as the engine has it, with the margin set aside for it. */
export interface ExactPosition extends MarginPosition {
  readonly margin: bigint
}

export interface PreviewAsked {
  readonly terms: ContractTerms
  readonly mode: MarginMode
  readonly side: 'buy' | 'sell'
  readonly quantity: bigint
  /** Where it is expected to fill: the limit, or the best opposite price. */
  readonly price: bigint
  /** What is reserved is counted at this price: a purchase at market may slip, a sale may fill above its limit. */
  readonly reservePrice: bigint
  /** The worst it may fill at: the limit, or how far it may slip. What it loses against the mark is counted there. */
  readonly worstPrice: bigint
  readonly mark: bigint
  readonly leverage: bigint
  /** Free money. */
  readonly available: bigint
  /** The position this adds to, on the same side. */
  readonly position: ExactPosition | undefined
  /** All cross positions but that one: they answer together. */
  readonly cross: readonly ExactPosition[]
}

export interface Preview {
  readonly notional: bigint
  /** Set aside for it, with what it has lost against the mark when it fills. */
  readonly margin: bigint
  readonly fee: bigint
  readonly vat: bigint
  /** Free money afterwards; below zero when there is not enough. */
  readonly left: bigint
  /** How much is missing of what must be there to open it, by the engine's own rule; 0 when nothing is. */
  readonly short: bigint
  /** What may be spent on opening: free money, but no more than the other cross positions leave free. */
  readonly spendable: bigint
  /** Units of price; undefined: none above zero. */
  readonly liquidation: bigint | undefined
  /** From the mark to it, basis points of the mark; undefined without one. */
  readonly distanceBps: bigint | undefined
  /**
   * Of the margin behind it (cross: of all that answers together), how much is lost when close-out begins: basis points,
   * rounded up. The whole where there is no such price.
   */
  readonly closeOutLossBps: bigint
  /** Of what it answers with, how much must be kept: basis points; undefined when nothing would be left. */
  readonly ratioBps: bigint | undefined
  /** The other cross positions, as they would be with it. */
  readonly others: readonly { readonly symbol: string; readonly liquidation: bigint | undefined }[]
}

const whole = 10_000n

/**
 * What an order would set aside and cost, and at which mark what it opens would be liquidated: the customer's whole cross
 * account as it would be after the fill, given to the engine's own functions. Filled at `price`, taken from the book, it is
 * what the list then shows, to the last unit.
 */
export function previewOf(asked: PreviewAsked): Preview {
  const { terms, side, quantity, price, leverage, available, mark, mode } = asked
  const worth = worthOf(terms, price, quantity)
  const exact = price * quantity
  const { priceScale, quantityScale } = terms
  const scale = { priceScale, quantityScale, quote: coins.USDT }
  const cost = costOfFills(side, exact, exact, feeScheduleOf(contractFees.schedule), scale)
  const [fee, vat] = [cost.fee.minor, cost.vat.minor]
  const margin = marginFor(worth, leverage) + openingLoss(terms, { side, price, quantity, mark })
  const left = available - margin - fee - vat
  const signed = side === 'buy' ? quantity : -quantity
  const { position } = asked
  const after: ExactPosition = {
    terms,
    size: signed + (position?.size ?? 0n),
    entry: worthOf(terms, price, signed) + (position?.entry ?? 0n),
    mark,
    margin: margin + (position?.margin ?? 0n),
  }
  const others = mode === 'cross' ? asked.cross : []
  const free = mode === 'cross' ? maxOf(left, 0n) : 0n
  const together = [after, ...others]
  const report = marginReport(accountOfAll(together, free))
  const firsts = together.map((one, at) => {
    const found = report.positions[at]?.liquidation
    const first = found === undefined ? undefined : firstLiquidatedPrice(one.size, found)
    return { symbol: one.terms.symbol, liquidation: first }
  })
  const liquidation = firsts[0]?.liquidation
  const distance = liquidation === undefined ? undefined : mark - liquidation
  const spendable = spendableOf(asked)
  const need = orderNeed(terms, {
    side,
    remaining: quantity,
    worstPrice: asked.worstPrice,
    terms: { leverage, reservePrice: asked.reservePrice, markPrice: mark },
  })
  return {
    ...{ notional: cost.amount.minor, margin, fee, vat, left, spendable, liquidation },
    short: maxOf(0n, need - spendable),
    distanceBps:
      distance === undefined ? undefined : divide((distance < 0n ? -distance : distance) * whole, mark, 'half-up'),
    closeOutLossBps: closeOutLoss(together, accountOfAll(together, free)),
    ratioBps: report.equity > 0n ? divide(report.maintenance * whole, report.equity * million, 'half-even') : undefined,
    others: firsts.slice(1),
  }
}

/** How much of what answers is lost at the first price at which the first of these positions is closed out. */
function closeOutLoss([first]: readonly ExactPosition[], account: MarginAccount): bigint {
  const { equity, positions } = marginReport(account)
  const price = positions[0]?.liquidation
  if (first === undefined || price === undefined || equity <= 0n) return whole
  const { terms, size, mark } = first
  // All other marks as they are: what is lost is what this position loses on the way there.
  const lost = worthOf(terms, mark, size) - divide(worthOf(terms, price.dividend, size), price.divisor, 'floor')
  return minOf(whole, maxOf(0n, divide(lost * whole, equity, 'up')))
}

function accountOfAll(positions: readonly ExactPosition[], free: bigint): MarginAccount {
  const margin = positions.reduce((sum, one) => sum + one.margin, 0n)
  return { cash: (free + margin) * fineToMinor, positions }
}

/** What may be spent on opening, before anything is: the engine's own rule, over the whole cross account. */
function spendableOf({
  mode,
  position,
  cross,
  available,
}: Pick<PreviewAsked, 'mode' | 'position' | 'cross' | 'available'>): bigint {
  const all = mode === 'cross' && position !== undefined ? [position, ...cross] : cross
  return maxOf(0n, spendable(accountOfAll(all, available), available) ?? 0n)
}

const asMargin = ({ terms, size, entry, mark }: KnownPosition): MarginPosition => ({ terms, size, entry, mark })

/** The first mark at which a position with this margin would be liquidated: what adding or taking out margin moves. */
export function liquidationWith(position: KnownPosition, margin: bigint): bigint | undefined {
  const report = marginReport({ cash: margin * fineToMinor, positions: [asMargin(position)] })
  const exact = report.positions[0]?.liquidation
  return exact === undefined ? undefined : firstLiquidatedPrice(position.size, exact)
}

/** The leverage an isolated position has with this margin, hundredths rounded up; undefined: nothing is left behind it. */
export function leverageWith(position: KnownPosition, margin: bigint): bigint | undefined {
  return effectiveLeverage({ cash: margin * fineToMinor, positions: [asMargin(position)] })
}

/** What closing a part of a position at a price would bring, minor units, before fees. */
export function resultAt(position: KnownPosition, price: bigint, quantity: bigint): bigint {
  const { terms, size, entry, margin } = position
  const length = size < 0n ? -size : size
  const closing = { side: size > 0n ? 'sell' : 'buy', price, quantity: minOf(quantity, length) } as const
  if (price <= 0n || quantity <= 0n) return 0n
  return foldFill(terms, { size, entry, margin }, closing).realised
}

/** The largest quantity, in whole lots, whose margin, loss against the mark and charges fit into what may be spent. */
export function largestOpening(asked: PreviewAsked, lot: bigint): bigint {
  const { terms, leverage, side, worstPrice, mark } = asked
  const price = side === 'buy' ? worstPrice : maxOf(worstPrice, asked.reservePrice)
  const has = spendableOf(asked)
  if (price <= 0n || has <= 0n) return 0n
  const loss = maxOf(0n, side === 'buy' ? worstPrice - mark : mark - worstPrice)
  // Margin and charges are parts of the notional: 1 / leverage + fee × (1 + VAT), counted in parts of 10^8.
  const { takerBps, vatBps } = contractFees
  const parts = divide(100n * whole * whole, leverage, 'up') + takerBps * (whole + vatBps)
  // Each of the three is rounded up to a minor unit: they are kept back.
  const money = maxOf(has - 3n, 0n) * fineToMinor * whole * whole
  const units = divide(money, (price * parts + loss * whole * whole) * fineFactor(terms), 'floor')
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
  /** What is open on this side, and what other orders of this side will open. */
  readonly open?: { readonly size: bigint; readonly entry: bigint } | undefined
  readonly coming?: bigint | undefined
}

const unitsOf = (text: string, scale: number): bigint | undefined => {
  const reading = readDecimal(text, scale)
  return reading.kind === 'value' ? reading.units : undefined
}

/** Units of a form's field; undefined while it holds nothing readable. */
export function priceUnits({ priceScale }: ContractTerms, text: string): bigint | undefined {
  return unitsOf(text, priceScale)
}
function quantityUnits({ quantityScale }: ContractTerms, text: string): bigint | undefined {
  return unitsOf(text, quantityScale)
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
    const price = limit === undefined || facts.mark === undefined ? (limit ?? facts.mark) : maxOf(limit, facts.mark)
    const { open, coming = 0n } = facts
    const highest = price === undefined ? undefined : openingLeverageMax(terms, { open, coming, quantity, price })
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
