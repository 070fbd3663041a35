/** How often each thing was reached: fault sites, kinds of entries, transitions of orders, operations. */
export interface Tally {
  readonly count: (what: string, times?: number) => void
  readonly entries: () => Readonly<Record<string, number>>
}

/** Nothing reached yet. */
export function createTally(): Tally {
  const counts = new Map<string, number>()
  return {
    count: (what, times = 1) => counts.set(what, (counts.get(what) ?? 0) + times),
    entries: () => Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

/** Adds one tally's counts to a sum. */
export function addTally(sum: Record<string, number>, more: Readonly<Record<string, number>>): void {
  for (const [what, times] of Object.entries(more)) sum[what] = (sum[what] ?? 0) + times
}
