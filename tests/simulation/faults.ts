import { integerBetween, pick, type Rng, uniform } from '@bolsillo/kernel'
import type { Tally } from './tally.ts'

/** Everything a seed may do to the world. */
export const faultKinds = [
  'crash',
  'second-process',
  'reply-lost-after-commit',
  'connection-lost-before-commit',
  'connection-lost-in-statement',
  'sqlstate-40001',
  'sqlstate-40P01',
  'sqlstate-08006',
  'sqlstate-53100',
  'sqlstate-57014',
  'sqlstate-at-commit',
  'request-delayed',
  'request-duplicated',
  'request-lost',
  'answer-lost',
  'clock-step',
  'feed-gap',
  'feed-crossed',
  'feed-times-1000',
] as const
export type FaultKind = (typeof faultKinds)[number]

// How likely a fault strikes at one of its sites, once its seed has it at all.
const chances: Readonly<Record<FaultKind, number>> = {
  crash: 0.0012,
  'second-process': 0.001,
  'reply-lost-after-commit': 0.06,
  'connection-lost-before-commit': 0.05,
  'connection-lost-in-statement': 0.012,
  'sqlstate-40001': 0.02,
  'sqlstate-40P01': 0.02,
  'sqlstate-08006': 0.015,
  'sqlstate-53100': 0.015,
  'sqlstate-57014': 0.015,
  'sqlstate-at-commit': 0.05,
  'request-delayed': 0.15,
  'request-duplicated': 0.15,
  'request-lost': 0.08,
  'answer-lost': 0.12,
  'clock-step': 0.08,
  'feed-gap': 0.2,
  'feed-crossed': 0.15,
  'feed-times-1000': 0.1,
}

/** The faults of one seed. */
export interface Faults {
  /** Whether this fault strikes here and now. Counted when it does. */
  readonly strikes: (kind: FaultKind) => boolean
  /** One of the SQL states that strikes at a statement, or undefined. */
  readonly sqlState: () => string | undefined
  /** From here on things go wrong. */
  readonly begin: () => void
  /** From here on nothing does any more. */
  readonly end: () => void
  readonly active: readonly FaultKind[]
}

const sqlStates = ['40001', '40P01', '08006', '53100', '57014'] as const
/** A fault is part of a seed with this chance; at least a few always are. */
const chosenChance = 0.35

/** Draws the faults of a seed. */
export function drawFaults(rng: Rng, tally: Tally): Faults {
  const active = new Set(faultKinds.filter(() => uniform(rng) < chosenChance))
  while (active.size < 3) active.add(pick(rng, faultKinds))
  let isOver = true
  const strikes = (kind: FaultKind): boolean => {
    if (isOver || !active.has(kind) || uniform(rng) >= chances[kind]) return false
    tally.count(`fault ${kind}`)
    return true
  }
  return {
    strikes,
    sqlState: () => sqlStates.find((state) => strikes(`sqlstate-${state}`)),
    begin: () => {
      isOver = false
    },
    end: () => {
      isOver = true
    },
    active: [...active],
  }
}

/** By how much a clock is set wrong: ±1 s to ±1 d. */
export function clockStep(rng: Rng): number {
  const size = pick(rng, [1_000, 30_000, 3_600_000, 86_400_000])
  return (integerBetween(rng, 0, 1) === 0 ? -1 : 1) * size
}
