import type { Instant } from '@bolsillo/kernel'
import type { Services } from '@bolsillo/server-kit'

/** How it stands with accounts that are to be liquidated: what the status says and staff are alarmed by. */
export interface Liveness {
  /** Accounts below what they must keep, or being liquidated; and since when the first of them is. */
  readonly below: number
  readonly belowSince: Instant | undefined
  /** Accounts a mark is missing for: nobody can say how they stand. */
  readonly blind: number
  /** Those of `below` that staff are alarmed about: no step though one was possible, or below for too long. */
  readonly late: number
  readonly lateSince: Instant | undefined
}

/** Milliseconds a step that is possible may not come. */
export const stepLateMs = 1000
/** Milliseconds an account may be below what it must keep. */
export const belowLateMs = 3000

interface Episode {
  readonly since: Instant
  /** Since when a step is asked for that did not come to its end; undefined: none is. */
  dueSince: Instant | undefined
  lateSince: Instant | undefined
}

/** Follows every account from when it falls below what it must keep until it does not, and raises the alarm. */
export interface LivenessWatch {
  /** An account is below, or being liquidated. */
  readonly isBelow: (key: string) => void
  readonly isOver: (key: string) => void
  /** A step is asked for; a step, or a look that found nobody to take it, came to its end. */
  readonly isDue: (key: string) => void
  readonly hasLooked: (key: string) => void
  /** Looks at all of them, and raises the alarm for those that are late. */
  readonly look: () => void
  readonly figures: () => Omit<Liveness, 'blind'>
}

export function watchLiveness({ clock, log }: Pick<Services, 'clock' | 'log'>): LivenessWatch {
  const episodes = new Map<string, Episode>()
  const why = ({ since, dueSince }: Episode, now: Instant): string | undefined => {
    if (dueSince !== undefined && now - dueSince >= stepLateMs) return 'a step is possible and did not come'
    return now - since >= belowLateMs ? 'it is below what it must keep for too long' : undefined
  }
  const earliest = (instants: readonly (Instant | undefined)[]): Instant | undefined =>
    instants.reduce((first, at) => (first === undefined || (at !== undefined && at < first) ? at : first), undefined)
  return {
    isBelow: (key) => {
      if (!episodes.has(key)) episodes.set(key, { since: clock.now(), dueSince: undefined, lateSince: undefined })
    },
    isOver: (key) => {
      const known = episodes.get(key)
      episodes.delete(key)
      if (known?.lateSince !== undefined) log.warn({ key, since: known.since }, 'the liquidation that was late is over')
    },
    isDue: (key) => {
      const known = episodes.get(key)
      if (known !== undefined) known.dueSince ??= clock.now()
    },
    hasLooked: (key) => {
      const known = episodes.get(key)
      if (known !== undefined) known.dueSince = undefined
    },
    look: () => {
      const now = clock.now()
      for (const [key, one] of episodes) {
        const reason = one.lateSince === undefined ? why(one, now) : undefined
        if (reason === undefined) continue
        one.lateSince = now
        log.error({ key, since: one.since, reason }, 'a liquidation is late')
      }
    },
    figures: () => {
      const all = [...episodes.values()]
      const late = all.filter(({ lateSince }) => lateSince !== undefined)
      return {
        below: all.length,
        belowSince: earliest(all.map(({ since }) => since)),
        late: late.length,
        lateSince: earliest(late.map(({ lateSince }) => lateSince)),
      }
    },
  }
}
