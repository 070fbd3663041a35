import { maxOf } from '@bolsillo/kernel'

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
  /** What backs it: margin and what is unrealized. */
  readonly equity: bigint
}

/** A score as an exact quotient: scores are compared, and never rounded. The divisor is above zero. */
interface DeleveragingScore {
  readonly dividend: bigint
  readonly divisor: bigint
}

/**
 * Unrealized result over entry value, times effective leverage, for gaining positions; divided by it for losing ones, which
 * rank after them. Entry value: of a long its notional less its result, of a short its notional plus its result.
 * Source: Binance, "What Is Auto-Deleveraging (ADL)": ranking = PNL% × effective leverage where PNL% > 0, PNL% ÷ effective
 * leverage where it is below; PNL% = unrealized result ÷ |entry price × size|; effective leverage = |notional| ÷ (mark value −
 * bankruptcy value), the equity behind the position.
 */
export function deleveragingScore({ size, unrealised, notional, equity }: RankedHolding): DeleveragingScore {
  const entered = maxOf(size > 0n ? notional - unrealised : notional + unrealised, 1n)
  const behind = maxOf(equity, 1n)
  return unrealised >= 0n
    ? { dividend: unrealised * notional, divisor: entered * behind }
    : { dividend: unrealised * behind, divisor: entered * maxOf(notional, 1n) }
}

/** Below zero: the first is deleveraged before the second. */
export function compareScores(first: DeleveragingScore, second: DeleveragingScore): number {
  const difference = second.dividend * first.divisor - first.dividend * second.divisor
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** The holders of one side, first to be deleveraged first. */
export function deleveragingOrder<Holding extends RankedHolding>(
  holdings: readonly Holding[],
  side: 'long' | 'short',
): readonly Holding[] {
  return holdings
    .filter(({ size }) => (side === 'long' ? size > 0n : size < 0n))
    .map((holding) => ({ holding, score: deleveragingScore(holding) }))
    .toSorted((a, b) => compareScores(a.score, b.score) || (a.holding.id < b.holding.id ? -1 : 1))
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
