import { type Instant, type MeasuredTimes, measuredDays, measuredTimes, plusMs, type TimedCase } from '@bolsillo/kernel'
import { type Db, everyone } from '@bolsillo/server-kit'

/** How long cases took: all together, and each group of them. */
export interface CaseTimes {
  readonly total: MeasuredTimes
  readonly groups: ReadonlyMap<string, MeasuredTimes>
  /** Of a group; of one without cases the figures of none. */
  readonly of: (group: string) => MeasuredTimes
}

const keptMs = 60_000
const dayMs = 86_400_000

/** Reads how long cases of all customers took from history, at most once a minute: it is shown with every offer. */
export function createCaseTimes(
  reason: string,
  find: (db: Db, since: Instant) => Promise<readonly (TimedCase & { readonly group: string })[]>,
): (db: Db, now: Instant) => Promise<CaseTimes> {
  let kept: { readonly at: Instant; readonly times: CaseTimes } | undefined
  return async (db, now) => {
    if (kept !== undefined && kept.at <= now && now - kept.at < keptMs) return kept.times
    const all = await everyone(db, reason, () => find(db, plusMs(now, -measuredDays * dayMs)))
    const groups = new Map(
      [...Map.groupBy(all, ({ group }) => group)].map(([group, cases]) => [group, measuredTimes(cases)]),
    )
    const times = { total: measuredTimes(all), groups, of: (group: string) => groups.get(group) ?? measuredTimes([]) }
    kept = { at: now, times }
    return times
  }
}
