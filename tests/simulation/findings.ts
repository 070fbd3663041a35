import type { Invariant } from '@bolsillo/checker/finding'

/** The checker's invariants, and those only a simulated world can look at. */
export type Watched = Invariant | 'priority' | 'mark' | 'liveness' | 'no-circle' | 'one-desk' | 'stranger'

/** What a run found that must never be. */
export interface Findings {
  readonly add: (invariant: Watched, what: string) => void
  readonly all: () => readonly { readonly invariant: Watched; readonly what: string; readonly step: number }[]
}

/** Nothing found yet. `step` tells when something is. */
export function createFindings(step: () => number): Findings {
  const all: { invariant: Watched; what: string; step: number }[] = []
  return {
    add: (invariant, what) => {
      all.push({ invariant, what, step: step() })
    },
    all: () => all,
  }
}
