import { type Instant, plusMs } from '@bolsillo/kernel'
import { type Db, everyone } from '@bolsillo/server-kit'
import { timesDays, timesOf, type WithdrawalTimes } from '../domain/index.ts'
import { findDurations } from './times-store.ts'

/** How long withdrawals took, of all assets and of each. */
export interface MeasuredTimes {
  readonly total: WithdrawalTimes
  readonly assets: ReadonlyMap<string, WithdrawalTimes>
}

const keptMs = 60_000
const dayMs = 86_400_000

/** Reads the figures from history, at most once a minute: every quote shows them. */
export function createTimes(): (db: Db, now: Instant) => Promise<MeasuredTimes> {
  let kept: { readonly at: Instant; readonly times: MeasuredTimes } | undefined
  return async (db, now) => {
    if (kept !== undefined && kept.at <= now && now - kept.at < keptMs) return kept.times
    const since = plusMs(now, -timesDays * dayMs)
    const durations = await everyone(db, 'how long withdrawals took, of all customers', () => findDurations(db, since))
    const assets = [...new Set(durations.map(({ asset }) => asset))]
    const times: MeasuredTimes = {
      total: timesOf(durations.map(({ ms }) => ms)),
      assets: new Map(
        assets.map((asset) => [asset, timesOf(durations.filter((one) => one.asset === asset).map(({ ms }) => ms))]),
      ),
    }
    kept = { at: now, times }
    return times
  }
}
