import { refuseDecimal } from '@bolsillo/contract'
import {
  minOf,
  type Price,
  priceOf,
  type Quantity,
  quantityOf,
  type Rejection,
  readDecimal,
  reject,
  type TickStep,
  writeDecimal,
} from '@bolsillo/kernel'
import { contractsRejections as r } from '../../contract/rejections.ts'
import { type ContractTerms, leverageMax } from '../margin/margin-tiers.ts'
import type { MarginMode } from '../position.ts'
import { type Trigger, type TriggerSource, triggerProblem } from '../triggers.ts'

/** A ticket as the form or the wire has it. */
export interface ContractForm {
  readonly side: 'buy' | 'sell'
  readonly type: 'market' | 'limit'
  readonly timeInForce?: 'gtc' | 'ioc' | 'fok' | undefined
  readonly quantity: string
  readonly limitPrice?: string | undefined
  readonly postOnly?: boolean | undefined
  readonly reduceOnly?: boolean | undefined
  readonly leverage?: string | undefined
  readonly marginMode?: MarginMode | undefined
  readonly takeProfitPrice?: string | undefined
  readonly takeProfitOn?: TriggerSource | undefined
  readonly stopLossPrice?: string | undefined
  readonly stopLossOn?: TriggerSource | undefined
}

/** A ticket that means something. */
export interface ContractTicket {
  readonly side: 'buy' | 'sell'
  readonly type: 'market' | 'limit'
  readonly timeInForce: 'gtc' | 'ioc' | 'fok'
  readonly quantity: Quantity
  readonly limitPrice: Price | undefined
  readonly postOnly: boolean
  readonly reduceOnly: boolean
  /** Hundredths. */
  readonly leverage: bigint
  readonly mode: MarginMode
  readonly exits: readonly Pick<Trigger, 'kind' | 'price' | 'on'>[]
}

/** Decimals a leverage may have. */
const leverageScale = 2

/** Reads a ticket; the first problem, in the contract's order. Page and server ask here. `ceiling`: a real market's, hundredths. */
export function readTicket(form: ContractForm, terms: ContractTerms, ceiling?: bigint): ContractTicket | Rejection {
  const { priceScale, quantityScale } = terms
  const decimals: readonly (readonly [field: string, text: string | undefined, scale: number])[] = [
    ['quantity', form.quantity, quantityScale],
    ['limitPrice', form.limitPrice, priceScale],
    ['leverage', form.leverage, leverageScale],
    ['takeProfitPrice', form.takeProfitPrice, priceScale],
    ['stopLossPrice', form.stopLossPrice, priceScale],
  ]
  const units = new Map<string, bigint>()
  for (const [field, text, scale] of decimals) {
    if (text === undefined) continue
    const reading = readDecimal(text, scale)
    if (reading.kind !== 'value') {
      const tooFine = reject(r.decimalsTooMany, { field, values: { decimals: String(scale) } })
      return refuseDecimal(field, reading, tooFine)
    }
    units.set(field, reading.units)
  }
  const isLimit = form.type === 'limit'
  const timeInForce = form.timeInForce ?? (isLimit ? 'gtc' : 'ioc')
  const [quantity = 0n, limitPrice] = [units.get('quantity'), units.get('limitPrice')]
  const reduceOnly = form.reduceOnly === true
  const postOnly = form.postOnly === true
  const exits = exitsOf(form, units)
  if (quantity <= 0n) return reject(r.quantityZero, { field: 'quantity' })
  if (isLimit && limitPrice === undefined) return reject(r.limitPriceMissing, { field: 'limitPrice' })
  if (!isLimit && limitPrice !== undefined) return reject(r.limitPriceUnexpected, { field: 'limitPrice' })
  if (limitPrice === 0n) return reject(r.limitPriceZero, { field: 'limitPrice' })
  if (!isLimit && timeInForce === 'gtc') return reject(r.timeInForceUnfit, { field: 'timeInForce' })
  if (postOnly && !(isLimit && timeInForce === 'gtc')) return reject(r.postOnlyUnfit, { field: 'postOnly' })
  if (reduceOnly && exits.length > 0) {
    const [first] = exits
    return reject(r.exitsUnfit, { field: first?.kind === 'take-profit' ? 'takeProfitPrice' : 'stopLossPrice' })
  }
  const leverage = units.get('leverage') ?? 100n
  const problem = leverageProblem(leverage, form.leverage !== undefined && reduceOnly, terms, ceiling)
  if (problem !== undefined) return problem
  return {
    side: form.side,
    type: form.type,
    timeInForce,
    quantity: quantityOf(quantity),
    limitPrice: limitPrice === undefined ? undefined : priceOf(limitPrice),
    postOnly,
    reduceOnly,
    leverage,
    mode: form.marginMode ?? 'isolated',
    exits,
  }
}

function exitsOf(form: ContractForm, units: ReadonlyMap<string, bigint>): ContractTicket['exits'] {
  const [profit, loss] = [units.get('takeProfitPrice'), units.get('stopLossPrice')]
  return [
    ...(profit === undefined ? [] : [{ kind: 'take-profit', price: profit, on: form.takeProfitOn ?? 'mark' } as const]),
    ...(loss === undefined ? [] : [{ kind: 'stop-loss', price: loss, on: form.stopLossOn ?? 'mark' } as const]),
  ]
}

function leverageProblem(
  leverage: bigint,
  isUnexpected: boolean,
  { tiers }: ContractTerms,
  ceiling: bigint | undefined,
): Rejection | undefined {
  const write = (hundredths: bigint): string => writeDecimal(hundredths, leverageScale)
  const field = 'leverage'
  if (isUnexpected) return reject(r.leverageUnexpected, { field })
  if (leverage < 100n) return reject(r.leverageBelowMin, { field, values: { min: write(100n) } })
  const max = highestLeverage(tiers, ceiling)
  return leverage > max ? reject(r.leverageAboveMax, { field, values: { max: write(max) } }) : undefined
}

/** The highest leverage a ticket may name, hundredths: the margin table's, or the ceiling where that is lower. */
export function highestLeverage(tiers: ContractTerms['tiers'], ceiling: bigint | undefined): bigint {
  const highest = leverageMax(tiers, 0n)
  return ceiling === undefined ? highest : minOf(highest, ceiling)
}

/** The wrong-side rule at entry: exits against the price they watch, and against the limit they will be entered at. */
export function exitsProblem(
  { exits, side, limitPrice }: ContractTicket,
  now: {
    readonly mark: bigint
    readonly last: bigint
    readonly priceScale: number
    readonly ticks: readonly TickStep[]
  },
): Rejection | undefined {
  const size = side === 'buy' ? 1n : -1n
  for (const exit of exits) {
    const field = exit.kind === 'take-profit' ? 'takeProfitPrice' : 'stopLossPrice'
    const watched = exit.on === 'mark' ? now.mark : now.last
    // What it will be entered at: the market, or a limit that waits for better.
    const isBetter = limitPrice !== undefined && (side === 'buy' ? limitPrice < watched : limitPrice > watched)
    const price = isBetter ? limitPrice : watched
    const problem = triggerProblem(exit, { field, size, now: price, ticks: now.ticks, priceScale: now.priceScale })
    if (problem !== undefined) return problem
  }
  return undefined
}
