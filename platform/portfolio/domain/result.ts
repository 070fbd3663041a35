import { notional, type Price, type Quantity, shareBps, type TradingScale } from '@bolsillo/kernel'

/** What a holding is worth and gained, in minor units of its market's currency. */
export interface HoldingResult {
  readonly value: bigint
  /** The value less what the holding cost. */
  readonly unrealised: bigint
  /** Hundredths of a percent of the cost, half to even; undefined when nothing was paid. */
  readonly unrealisedBps: bigint | undefined
}

/** Values a holding at a price, rounded half to even; undefined without one. */
export function resultOf(
  { quantity, cost }: { readonly quantity: Quantity; readonly cost: bigint },
  last: Price | undefined,
  scale: TradingScale,
): HoldingResult | undefined {
  if (last === undefined) return undefined
  const value = notional(last, quantity, scale, 'half-even').minor
  const unrealised = value - cost
  return { value, unrealised, unrealisedBps: cost === 0n ? undefined : shareBps(unrealised, cost) }
}
