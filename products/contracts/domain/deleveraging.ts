import { divide } from '@bolsillo/kernel'

/** How soon a position would be deleveraged: 5 is among the first fifth of its side, 1 the last. Published to its holder. */
export const adlRanks = [1, 2, 3, 4, 5] as const
export type AdlRank = (typeof adlRanks)[number]

/** What the order of deleveraging depends on; fine units. */
export interface RankedHolding {
  /** Unique; among equals the lower comes first. */
  readonly id: string
  readonly size: bigint
  readonly unrealised: bigint
  readonly notional: bigint
  /** What stands behind it: margin and what is unrealised. */
  readonly equity: bigint
}

const scale = 1_000_000n

/**
 * Result in parts of the entry, times effective leverage, for those that gain; those that lose come after, the most
 * leveraged last. Source: Binance, auto-deleveraging.
 */
export function deleveragingScore({ unrealised, notional, equity }: RankedHolding): bigint {
  const entered = notional - unrealised
  const gain = divide(unrealised * scale, entered > 0n ? entered : 1n, 'down')
  const leverage = divide(notional * scale, equity > 0n ? equity : 1n, 'down')
  if (unrealised >= 0n) return divide(gain * leverage, scale, 'down')
  return divide(gain * scale, leverage === 0n ? 1n : leverage, 'down')
}

/** The holders of one side, first to be deleveraged first. */
export function deleveragingOrder<Holding extends RankedHolding>(
  holdings: readonly Holding[],
  side: 'long' | 'short',
): readonly Holding[] {
  return holdings
    .filter(({ size }) => (side === 'long' ? size > 0n : size < 0n))
    .map((holding) => ({ holding, score: deleveragingScore(holding) }))
    .toSorted((a, b) => (a.score === b.score ? (a.holding.id < b.holding.id ? -1 : 1) : a.score > b.score ? -1 : 1))
    .map(({ holding }) => holding)
}

/** The rank of each holder of a side, by place in the order: the first fifth is 5. */
export function deleveragingRanks(holdings: readonly RankedHolding[], side: 'long' | 'short'): Map<string, AdlRank> {
  const order = deleveragingOrder(holdings, side)
  return new Map(order.map(({ id }, at) => [id, rankOf(5 - Math.floor((at * 5) / order.length))] as const))
}

function rankOf(number: number): AdlRank {
  return adlRanks.find((rank) => rank === number) ?? 1
}

/** Who gives how much, in that order, until `wanted` units are found. */
export function deleveragingShares(
  order: readonly RankedHolding[],
  wanted: bigint,
): readonly { readonly id: string; readonly quantity: bigint }[] {
  let left = wanted
  const shares: { id: string; quantity: bigint }[] = []
  for (const { id, size } of order) {
    if (left === 0n) break
    const length = size < 0n ? -size : size
    const quantity = length < left ? length : left
    left -= quantity
    shares.push({ id, quantity })
  }
  return shares
}
