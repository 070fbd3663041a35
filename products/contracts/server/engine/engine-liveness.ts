import { type Instant, instant } from '@bolsillo/kernel'
import type { Services } from '@bolsillo/server-kit'
import type { LateReason, LookOutcome } from '../../domain/index.ts'

/** The state of accounts that are to be liquidated: shown on the status page, and the cause of the alarm of staff. */
export interface Liveness {
  /** Accounts below what they must keep, or being liquidated; and since when the first of them is. */
  readonly below: number
  readonly belowSince: Instant | undefined
  /** Accounts without a mark: their margin is unknown. */
  readonly blind: number
  /** Those of `below` that staff are alarmed about: no step though one was possible, or below for too long. */
  readonly late: number
  readonly lateSince: Instant | undefined
}

/** Milliseconds a step that is possible may not come. */
export const stepLateMs = 1000
/** Milliseconds an account may be below what it must keep. */
export const belowLateMs = 3000
/**
 * Looks come every second. Further apart than so many milliseconds, the process did not run in between: it was paused, its
 * machine slept, its clock was moved. What was not done then is no step that did not come, and is judged by what comes next.
 */
export const lookLateMs = 2000
/** So many such looks in a row are excused. A process that never runs in time is late itself, and then the alarm goes off. */
export const excusedLooksMax = 3

interface Episode {
  readonly since: Instant
  /** The same, less the time in which the process did not run: what is judged. */
  countedSince: Instant
  /** Since when a requested step has not ended; undefined: none is open. */
  dueSince: Instant | undefined
  late: { readonly since: Instant; readonly reason: LateReason } | undefined
  lastLook: { readonly at: Instant; readonly outcome: LookOutcome } | undefined
}

/** An account staff are alarmed about. */
export interface LateEpisode {
  readonly key: string
  /** Since when it is below what it must keep. */
  readonly since: Instant
  readonly lateSince: Instant
  readonly reason: LateReason
  readonly lastLook: { readonly at: Instant; readonly outcome: LookOutcome } | undefined
}

/** Follows every account from when it falls below what it must keep until it does not, and raises the alarm. */
interface LivenessWatch {
  /** An account is below, or being liquidated. */
  readonly isBelow: (key: string) => void
  readonly isOver: (key: string) => void
  /** A step is requested; a step, or a check without a fill, has ended or thrown. */
  readonly isDue: (key: string) => void
  readonly hasLooked: (key: string, outcome: LookOutcome) => void
  /** Looks at all of them, and raises the alarm for those that are late. Called about once a second. */
  readonly look: () => void
  readonly figures: () => Omit<Liveness, 'blind'>
  /** Those staff are alarmed about, the longest below first. */
  readonly late: () => readonly LateEpisode[]
}

const reasonWords: Readonly<Record<LateReason, string>> = {
  'no-step': 'a step is possible and did not come',
  'below-for-long': 'it is below what it must keep for too long',
}

export function watchLiveness({ clock, log }: Pick<Services, 'clock' | 'log'>): LivenessWatch {
  const episodes = new Map<string, Episode>()
  const excuse = createExcuse(log, episodes)
  return {
    isBelow: (key) => {
      if (episodes.has(key)) return
      const now = clock.now()
      const nothing = { dueSince: undefined, late: undefined, lastLook: undefined }
      episodes.set(key, { since: now, countedSince: now, ...nothing })
    },
    isOver: (key) => {
      const known = episodes.get(key)
      episodes.delete(key)
      if (known?.late !== undefined) log.warn({ key, since: known.since }, 'the liquidation that was late is over')
    },
    isDue: (key) => {
      const known = episodes.get(key)
      if (known !== undefined) known.dueSince ??= clock.now()
    },
    hasLooked: (key, outcome) => {
      const known = episodes.get(key)
      if (known === undefined) return
      known.lastLook = { at: clock.now(), outcome }
      // What threw made no look: it counts as one that is still due.
      if (outcome !== 'threw') known.dueSince = undefined
    },
    look: () => {
      const now = clock.now()
      excuse(now)
      for (const [key, one] of episodes) {
        const reason = one.late === undefined ? why(one, now) : undefined
        if (reason === undefined) continue
        one.late = { since: now, reason }
        log.error({ key, since: one.since, reason: reasonWords[reason] }, 'a liquidation is late')
      }
    },
    figures: () => figuresOf([...episodes.values()]),
    late: () =>
      [...episodes]
        .flatMap(([key, { since, late, lastLook }]) =>
          late === undefined ? [] : [{ key, since, lateSince: late.since, reason: late.reason, lastLook }],
        )
        .toSorted((a, b) => a.since - b.since),
  }
}

/** Leaves the time since the last look uncounted when the process did not run in it. */
function createExcuse(log: Services['log'], episodes: ReadonlyMap<string, Episode>): (now: Instant) => void {
  let lookedAt: Instant | undefined
  let excused = 0
  return (now) => {
    const gap = lookedAt === undefined ? 0 : now - lookedAt
    lookedAt = now
    if (gap >= 0 && gap <= lookLateMs) {
      excused = 0
      return
    }
    log.warn({ ms: gap, below: episodes.size }, 'the engine of contracts was not run in time')
    if (excused >= excusedLooksMax) return
    excused += 1
    const moved = (at: Instant): Instant => instant(Math.min(at + gap, now))
    for (const one of episodes.values()) {
      one.countedSince = moved(one.countedSince)
      if (one.dueSince !== undefined) one.dueSince = moved(one.dueSince)
    }
  }
}

function why({ countedSince, dueSince }: Episode, now: Instant): LateReason | undefined {
  if (dueSince !== undefined && now - dueSince >= stepLateMs) return 'no-step'
  return now - countedSince >= belowLateMs ? 'below-for-long' : undefined
}

function figuresOf(all: readonly Episode[]): Omit<Liveness, 'blind'> {
  const late = all.flatMap((one) => one.late ?? [])
  return {
    below: all.length,
    belowSince: earliest(all.map(({ since }) => since)),
    late: late.length,
    lateSince: earliest(late.map(({ since }) => since)),
  }
}

const earliest = (instants: readonly (Instant | undefined)[]): Instant | undefined =>
  instants.reduce((first, at) => (first === undefined || (at !== undefined && at < first) ? at : first), undefined)
