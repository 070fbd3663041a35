/** The invariants that are checked, as the reliability requirements number them. */
export const invariants = [
  'I1',
  'I2',
  'I3',
  'I4',
  'I5',
  'I6',
  'I7',
  'I8',
  'I9',
  'I10',
  'I11',
  'I12',
  'I13',
  'I14',
  'I15',
  'I16',
  'I17',
] as const
export type Invariant = (typeof invariants)[number]

/** Something that must never be: which invariant does not hold, and where, in words a person can follow up. */
export interface Finding {
  readonly invariant: Invariant
  /** The row it was found on, with what it has and what it should have: `account 12 MXN: balance 5, postings sum to 4`. */
  readonly what: string
}

/** Where checks put what they find. */
export interface Findings {
  readonly add: (invariant: Invariant, what: string) => void
  readonly list: () => readonly Finding[]
}

/** Collects findings; of one invariant no more than `max`, because a broken column breaks every row. */
export function collectFindings(max: number): Findings {
  const found: Finding[] = []
  const counts = new Map<Invariant, number>()
  return {
    add: (invariant, what) => {
      const count = (counts.get(invariant) ?? 0) + 1
      counts.set(invariant, count)
      if (count <= max) found.push({ invariant, what })
    },
    list: () => [
      ...found,
      ...[...counts]
        .filter(([, count]) => count > max)
        .map(([invariant, count]) => ({ invariant, what: `and ${count - max} more` })),
    ],
  }
}
