import { decimalUnits, nearestTicks, priceOf, rescale, type TickStep, writeDecimal } from '@bolsillo/kernel'

/**
 * The price on a tick that is nearest to one that was pointed at, which may have any number of decimals. Of two as near
 * the lower. Never below the first tick: nothing has a price of zero.
 */
export function snapToTick(
  pointed: string,
  { priceScale, ticks }: { readonly priceScale: number; readonly ticks: readonly TickStep[] },
): string {
  const decimals = pointed.split('.')[1]?.length ?? 0
  const price = priceOf(rescale(decimalUnits(pointed, decimals), decimals, priceScale, 'half-even'))
  const { below, above } = nearestTicks(price, ticks)
  const nearest = price - below <= above - price ? below : above
  return writeDecimal(nearest > 0n ? nearest : nearestTicks(priceOf(1n), ticks).above, priceScale)
}
