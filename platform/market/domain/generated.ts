/** How much of a figure was generated: `whole`, all of it; `part`, some of it. */
export const generatedShares = ['whole', 'part'] as const

/** A share of a figure nobody traded (decision 87). Undefined, wherever it may be: everything was recorded. */
export type Generated = (typeof generatedShares)[number]

/** How much of two figures together was generated. Associative, like the folds that use it. */
export function generatedOf(a: Generated | undefined, b: Generated | undefined): Generated | undefined {
  return a === b ? a : 'part'
}

/** The places at which a list says yes, as runs: [first, last] of each, in order. */
export function runsOf(flags: readonly boolean[]): ReadonlyArray<readonly [number, number]> {
  const runs: [number, number][] = []
  for (const [place, flag] of flags.entries()) {
    if (!flag) continue
    const run = runs.at(-1)
    if (run?.[1] === place - 1) run[1] = place
    else runs.push([place, place])
  }
  return runs
}
