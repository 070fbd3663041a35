import { type Id, type Instant, type Rejection, reject, writeDecimal } from '@bolsillo/kernel'
import { type AskOne, askTogether, type Db } from '@bolsillo/server-kit'
import { ownLimitRejections as o } from '@bolsillo/trading/contract'
import { limitRejections as r } from '../../contract/index.ts'
import { type LimitPeriod, limitPeriods, limitState, periodAt, wallText } from '../../domain/index.ts'
import type { OwnLimitsDeps } from './deps.ts'
import { sumCounted } from './held-store.ts'
import { findBound, findChanges, findPauses, type Pause } from './limit-store.ts'

/** What customers' own limits refuse. Asked before anything that opens or pays in; never before closing or paying out. */
export interface OwnLimits {
  /** Why a customer opens nothing now: a pause, or a loss that reached their limit. */
  readonly openingRefusal: (db: Db, customerId: Id<'cus'>, now: Instant) => Promise<Rejection | undefined>
  /** Why a customer announces no payment now: a pause from everything, or more than their limit leaves. */
  readonly payInRefusal: (
    db: Db,
    of: { readonly customerId: Id<'cus'>; readonly asset: string; readonly minor: bigint; readonly now: Instant },
  ) => Promise<Rejection | undefined>
}

const pesosScale = 2

/** A customer's realized loss since an instant, in pesos, with fees and funding; undefined: not known now. */
export async function lossSince(
  { results, pesosOf }: Pick<OwnLimitsDeps, 'results' | 'pesosOf'>,
  db: Db,
  { customerId, since, now }: { readonly customerId: Id<'cus'>; readonly since: Instant; readonly now: Instant },
): Promise<bigint | undefined> {
  let sum = 0n
  for (const resultsSince of results) {
    for (const { asset, minor } of await resultsSince(db, customerId, since)) {
      const worth = minor === 0n ? 0n : pesosOf(asset, minor < 0n ? -minor : minor, now)
      if (worth === undefined) return undefined
      sum += minor < 0n ? -worth : worth
    }
  }
  return sum < 0n ? -sum : 0n
}

/** The pause of some scopes that ends last. */
function pauseAmong(pauses: readonly Pause[], scopes: readonly Pause['scope'][]): Pause | undefined {
  const found = pauses.filter(({ scope }) => scopes.includes(scope))
  return found.find(({ until }) => until === undefined) ?? found[0]
}

const ending = ({ until, zone }: Pause): string => (until === undefined ? '' : wallText(until, zone))

/** Makes the limits other rooms ask. */
export function createOwnLimits(deps: OwnLimitsDeps): OwnLimits {
  const { services } = deps
  let look: AskOne<Id<'cus'>, boolean> | undefined
  return {
    openingRefusal: async (db, customerId, now) => {
      // One query for all orders of a batch: few customers have a limit.
      look ??= askTogether((ids) => findBound(services.sql, ids), services.timers)
      if (!(await look(customerId))) return undefined
      const pause = pauseAmong(await findPauses(db, customerId, now), ['trading', 'everything'])
      if (pause !== undefined)
        return pause.until === undefined
          ? reject(o.pausedForEver)
          : reject(o.paused, { values: { until: ending(pause) } })
      return lossRefusal(deps, db, customerId, now)
    },
    payInRefusal: async (db, { customerId, asset, minor, now }) => {
      const pause = pauseAmong(await findPauses(db, customerId, now), ['everything'])
      if (pause !== undefined) return reject(r.payInPaused, { values: { until: ending(pause) } })
      const worth = deps.pesosOf(asset, minor, now)
      for (const { period, limit, zone } of await limitsOf(db, customerId, 'pay-in', now)) {
        const { from, to } = periodAt(period, now, zone)
        const { pesos } = await sumCounted(db, customerId, from, asset)
        const left = limit > pesos ? limit - pesos : 0n
        if (worth !== undefined && worth <= left) continue
        const values = { left: writeDecimal(left, pesosScale), until: wallText(to, zone) }
        return reject(r.payInLimit, { field: 'amount', values })
      }
      return undefined
    },
  }
}

async function lossRefusal(
  deps: OwnLimitsDeps,
  db: Db,
  customerId: Id<'cus'>,
  now: Instant,
): Promise<Rejection | undefined> {
  const refusals = { day: o.lossDay, week: o.lossWeek, month: o.lossMonth }
  for (const { period, limit, zone } of await limitsOf(db, customerId, 'loss', now)) {
    const { from, to } = periodAt(period, now, zone)
    const loss = await lossSince(deps, db, { customerId, since: from, now })
    if (loss === undefined) return reject(o.lossUnknown)
    if (loss < limit) continue
    const values = {
      limit: writeDecimal(limit, pesosScale),
      lost: writeDecimal(loss, pesosScale),
      until: wallText(to, zone),
    }
    return reject(refusals[period], { values })
  }
  return undefined
}

/** Limits of a subject that are in force, the longest period first: what ends last is named. */
async function limitsOf(
  db: Db,
  customerId: Id<'cus'>,
  subject: 'pay-in' | 'loss',
  now: Instant,
): Promise<readonly { readonly period: LimitPeriod; readonly limit: bigint; readonly zone: string }[]> {
  const changes = await findChanges(db, customerId, now, subject)
  if (changes.length === 0) return []
  return [...limitPeriods].reverse().flatMap((period) => {
    const { current } = limitState(
      changes.filter((one) => one.period === period),
      now,
    )
    return current?.minor === undefined ? [] : [{ period, limit: current.minor, zone: current.zone }]
  })
}
