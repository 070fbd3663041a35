import type { Held } from './prices.ts'

/** A change of what a customer had of one asset: a posting. */
export interface AssetChange {
  readonly at: number
  readonly asset: string
  readonly posted: bigint
}

/** What came from outside (positive) or went there, in minor units of one currency at the close of the day it moved. */
export interface Flow {
  readonly at: number
  readonly minor: bigint
}

/** What several assets are worth together at a time, in minor units of one currency; what has no price counts nothing. */
export type WorthAt = (held: readonly Held[], at: number) => bigint

export interface ValuePoint {
  readonly at: number
  readonly value: bigint
}

/** What was owned at the given times (ascending), valued at each: today's balances walked back through the changes. */
export function valuesOver(
  times: readonly number[],
  balances: ReadonlyMap<string, bigint>,
  changes: readonly AssetChange[],
  worthAt: WorthAt,
): readonly ValuePoint[] {
  const owned = new Map(balances)
  const newestFirst = [...changes].sort((a, b) => b.at - a.at)
  let undone = 0
  const points: ValuePoint[] = []
  for (const at of [...times].reverse()) {
    for (let change = newestFirst[undone]; change !== undefined && change.at > at; change = newestFirst[undone]) {
      owned.set(change.asset, (owned.get(change.asset) ?? 0n) - change.posted)
      undone += 1
    }
    const value = worthAt(
      [...owned].map(([asset, units]) => ({ asset, units })),
      at,
    )
    points.push({ at, value })
  }
  return points.reverse()
}

/** What came in less what went out between two times: after the first, up to the second. */
export function flowBetween(flows: readonly Flow[], from: number, to: number): bigint {
  return flows.reduce((sum, { at, minor }) => (at > from && at <= to ? sum + minor : sum), 0n)
}

/**
 * The gain or loss of what was owned, from the first point on: at each, its value less the first's, less what came in or went out
 * in between. Money put in moves the value and not the result.
 */
export function resultsOver(points: readonly ValuePoint[], flows: readonly Flow[]): readonly bigint[] {
  const [first] = points
  if (first === undefined) return []
  return points.map(({ at, value }) => value - first.value - flowBetween(flows, first.at, at))
}

/** The times a chart of a range shows: `count` steps back from now, oldest first, now last. */
export function rangeTimes(now: number, from: number, count: number): readonly number[] {
  const step = Math.max(1, Math.floor((now - from) / Math.max(1, count - 1)))
  return Array.from({ length: count }, (_, index) => now - (count - 1 - index) * step).filter((at) => at >= from)
}
