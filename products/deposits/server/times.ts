import { type Instant, type MeasuredTimes, measuredDays, measuredTimes, plusMs } from '@bolsillo/kernel'
import { type Db, everyone } from '@bolsillo/server-kit'
import type { DepositsDeps } from './deps.ts'
import { findArrivals } from './times-store.ts'

/** Times to credit of deposits, by channel. */
export type ArrivalTimes = (channel: string) => MeasuredTimes

const keptMs = 60_000
const dayMs = 86_400_000

/** What was read last, for each room there is. */
const lastRead = new WeakMap<DepositsDeps, { readonly at: Instant; readonly times: ArrivalTimes }>()

/** Reads the figures from history, at most once a minute: everybody who is about to pay in is shown them. */
export async function arrivalTimes(deps: DepositsDeps, db: Db, now: Instant): Promise<ArrivalTimes> {
  const kept = lastRead.get(deps)
  if (kept !== undefined && kept.at <= now && now - kept.at < keptMs) return kept.times
  const since = plusMs(now, -measuredDays * dayMs)
  const all = await everyone(db, 'how long deposits took, of all customers', () => findArrivals(db, since))
  const byChannel = new Map(
    [...Map.groupBy(all, ({ channel }) => channel)].map(([channel, cases]) => [channel, measuredTimes(cases)]),
  )
  const none = measuredTimes([])
  const times: ArrivalTimes = (channel) => byChannel.get(channel) ?? none
  lastRead.set(deps, { at: now, times })
  return times
}
