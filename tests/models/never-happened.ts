/** Worlds and steps of each from which on everything a model is for must have happened. */
const [worldsMin, stepsMin] = [10, 500]

/**
 * The figures a run should have raised and did not: a kind of step that never happens was never compared. Fewer or shorter
 * worlds need not reach everything.
 */
export function neverHappened(
  reaches: readonly string[],
  {
    figures,
    worlds,
    steps,
  }: {
    readonly figures: Readonly<Record<string, number>>
    readonly worlds: number
    readonly steps: number
  },
): readonly string[] {
  if (worlds < worldsMin || steps < stepsMin) return []
  return reaches.filter((what) => (figures[what] ?? 0) === 0)
}
