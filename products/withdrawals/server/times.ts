import { type Instant, type MeasuredTimes, measuredDays, measuredTimes, plusMs } from '@bolsillo/kernel'
import { type Db, everyone } from '@bolsillo/server-kit'
import { findDurations } from './times-store.ts'

/** How long withdrawals took, of all assets and of each. */
interface TimesByAsset {
  readonly total: MeasuredTimes
  readonly assets: ReadonlyMap<string, MeasuredTimes>
}

const keptMs = 60_000
const dayMs = 86_400_000

/** Reads the figures from history, at most once a minute: every quote shows them. */
export function createTimes(): (db: Db, now: Instant) => Promise<TimesByAsset> {
  let kept: { readonly at: Instant; readonly times: TimesByAsset } | undefined
  return async (db, now) => {
    if (kept !== undefined && kept.at <= now && now - kept.at < keptMs) return kept.times
    const since = plusMs(now, -measuredDays * dayMs)
    const durations = await everyone(db, 'how long withdrawals took, of all customers', () => findDurations(db, since))
    const assets = [...new Set(durations.map(({ asset }) => asset))]
    const times: TimesByAsset = {
      total: measuredTimes(durations),
      assets: new Map(assets.map((asset) => [asset, measuredTimes(durations.filter((one) => one.asset === asset))])),
    }
    kept = { at: now, times }
    return times
  }
}
