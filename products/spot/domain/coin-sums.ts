import {
  divide,
  type Money,
  money,
  notional,
  type Price,
  type Quantity,
  quantityOf,
  type TradingScale,
} from '@bolsillo/kernel'

/** What was bought of a coin in one market, as far as it is still there, and the result of what was sold. Minor units. */
export interface CoinCost {
  readonly scale: TradingScale
  readonly quantity: Quantity
  readonly cost: bigint
  readonly last: Price | undefined
}

/** What it is worth at the last price, and what it gained; undefined without a price. */
interface CoinResult {
  readonly value: bigint
  readonly unrealised: bigint
  /** Hundredths of a percent of the cost, half to even; undefined when nothing was paid. */
  readonly unrealisedBps: bigint | undefined
}

/** Values what was bought at the last price, rounded half to even. */
export function coinResult({ scale, quantity, cost, last }: CoinCost): CoinResult | undefined {
  if (last === undefined) return undefined
  const value = notional(last, quantity, scale, 'half-even').minor
  const unrealised = value - cost
  return { value, unrealised, unrealisedBps: cost === 0n ? undefined : divide(unrealised * 10_000n, cost, 'half-even') }
}

/** A market's known cost after coins left that market did not sell: its share of the cost goes with them. */
export function withinBalance(
  costs: readonly { readonly quantity: bigint; readonly cost: bigint }[],
  balance: bigint,
): readonly { readonly quantity: bigint; readonly cost: bigint }[] {
  const bought = costs.reduce((sum, { quantity }) => sum + quantity, 0n)
  if (bought <= balance || bought === 0n) return costs
  return costs.map(({ quantity, cost }) => ({
    quantity: divide(quantity * balance, bought, 'down'),
    cost: divide(cost * balance, bought, 'half-even'),
  }))
}

/** So many units of a coin at a price, in the market's money; half to even. */
export function worthOf(units: bigint, last: Price, scale: TradingScale): Money {
  return notional(last, quantityOf(units), scale, 'half-even')
}

/** How much of one asset an amount of another is worth at the other's price in it: pesos to USDT at USDT-MXN. */
export function inBase(amount: Money, price: Price, scale: TradingScale, base: Money['asset']): Money {
  const units = 10n ** BigInt(scale.priceScale + base.scale)
  const whole = 10n ** BigInt(amount.asset.scale)
  return money(divide(amount.minor * units, price * whole, 'half-even'), base)
}
