import { atMid, type MidRate } from '@bolsillo/conversion/domain'
import {
  type Asset,
  notional,
  type Price,
  type Quantity,
  quantityOf,
  shareBps,
  type TradingScale,
} from '@bolsillo/kernel'
import { resultOf } from '@bolsillo/portfolio/domain'

/** What is known of one instrument a customer holds or held. Money is minor units of the instrument's currency. */
export interface HoldingFacts {
  readonly scale: TradingScale
  readonly quantity: Quantity
  /** What the held shares cost, fees and VAT included (average cost). */
  readonly cost: bigint
  /** Gains and losses of what was sold, after average cost, fees and VAT. */
  readonly realised: bigint
  readonly fees: bigint
  readonly vat: bigint
  readonly last: Price | undefined
  readonly previousClose: Price | undefined
  /** Since the previous close: shares bought with what they cost, and sold with what they brought, fees included. */
  readonly bought: { readonly quantity: Quantity; readonly paid: bigint }
  readonly sold: { readonly quantity: Quantity; readonly received: bigint }
}

/** What a holding is worth and did. Undefined where there is no price. */
interface HoldingResult {
  readonly value: bigint | undefined
  readonly unrealised: bigint | undefined
  readonly unrealisedBps: bigint | undefined
  readonly today: bigint | undefined
  readonly todayBps: bigint | undefined
}

/**
 * Values a holding at the last price. Today's change is what is held now at the last price, against what was held at
 * the previous close at that close, with the day's purchases and sales at what they really cost and brought.
 */
export function holdingResult(facts: HoldingFacts): HoldingResult {
  const { previousClose, scale, bought, sold } = facts
  const result = resultOf(facts, facts.last, scale)
  if (result === undefined) {
    return { value: undefined, unrealised: undefined, unrealisedBps: undefined, today: undefined, todayBps: undefined }
  }
  const before = quantityOf(facts.quantity - bought.quantity + sold.quantity)
  const opening = previousClose === undefined ? undefined : notional(previousClose, before, scale, 'half-even').minor
  const today = opening === undefined ? undefined : result.value + sold.received - bought.paid - opening
  return {
    ...result,
    today,
    todayBps: today === undefined || opening === undefined ? undefined : shareBps(today, opening + bought.paid),
  }
}

/** Sums of one currency. All minor units of it. */
export interface Income {
  readonly currency: Asset
  readonly cash: bigint
  readonly cashHeld: bigint
  readonly value: bigint
  readonly cost: bigint
  readonly unrealised: bigint
  readonly realised: bigint
  readonly fees: bigint
  readonly vat: bigint
  readonly today: bigint
  /** What today's change is a percentage of: the holdings at the previous close, plus what was bought since. */
  readonly todayBase: bigint
}

/** Adds up what is held in one currency. A holding without a price counts at its cost, so that a sum is never too low. */
export function incomeOf(
  currency: Asset,
  cash: { readonly posted: bigint; readonly held: bigint },
  holdings: readonly HoldingFacts[],
): Income {
  const total = (pick: (facts: HoldingFacts, result: HoldingResult) => bigint): bigint =>
    results.reduce((sum, { facts, result }) => sum + pick(facts, result), 0n)
  const results = holdings.map((facts) => ({ facts, result: holdingResult(facts) }))
  return {
    currency,
    cash: cash.posted,
    cashHeld: cash.held,
    value: total((facts, result) => result.value ?? facts.cost),
    cost: total((facts) => facts.cost),
    unrealised: total((_, result) => result.unrealised ?? 0n),
    realised: total((facts) => facts.realised),
    fees: total((facts) => facts.fees),
    vat: total((facts) => facts.vat),
    today: total((_, result) => result.today ?? 0n),
    todayBase: total((facts, result) => (result.value ?? facts.cost) + facts.sold.received - (result.today ?? 0n)),
  }
}

const amounts = [
  'cash',
  'cashHeld',
  'value',
  'cost',
  'unrealised',
  'realised',
  'fees',
  'vat',
  'today',
  'todayBase',
] as const

/** Several currencies as one, in the pair's quote currency at its middle. Each sum is converted by itself, half to even. */
export function incomeInOne(incomes: readonly Income[], rate: MidRate): Income {
  const inQuote = (minor: bigint, currency: Asset): bigint =>
    currency.code === rate.quote.code ? minor : atMid({ minor, asset: currency }, rate, 'half-even').minor
  const sums = amounts.map(
    (name) => [name, incomes.reduce((sum, income) => sum + inQuote(income[name], income.currency), 0n)] as const,
  )
  const sumOf = (wanted: (typeof amounts)[number]): bigint => sums.find(([name]) => name === wanted)?.[1] ?? 0n
  return {
    currency: rate.quote,
    cash: sumOf('cash'),
    cashHeld: sumOf('cashHeld'),
    value: sumOf('value'),
    cost: sumOf('cost'),
    unrealised: sumOf('unrealised'),
    realised: sumOf('realised'),
    fees: sumOf('fees'),
    vat: sumOf('vat'),
    today: sumOf('today'),
    todayBase: sumOf('todayBase'),
  }
}
