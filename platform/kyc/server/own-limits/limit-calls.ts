import type { ReplyOf } from '@bolsillo/contract'
import { refuseDecimal } from '@bolsillo/contract'
import {
  currencies,
  type Id,
  type Instant,
  isZone,
  plusMs,
  type Rejection,
  readDecimal,
  reject,
  writeDecimal,
} from '@bolsillo/kernel'
import { type Db, type Tx, useCase } from '@bolsillo/server-kit'
import * as calls from '../../contract/index.ts'
import { limitRejections as r } from '../../contract/index.ts'
import {
  isLooser,
  type LimitChange,
  limitMax,
  limitPeriods,
  limitState,
  limitSubjects,
  looseningMs,
  pauseEnd,
  pausesMax,
  periodAt,
} from '../../domain/index.ts'
import type { OwnLimitsDeps } from './deps.ts'
import { findHeldOf, sumCounted } from './held-store.ts'
import { endChange, findChanges, findPauses, insertChange, insertPause, lockLimits } from './limit-store.ts'
import { lossSince } from './order-limits.ts'

/** The time zone of most customers; the default of a request without one. */
const usualZone = 'America/Mexico_City'

const { scale } = currencies.MXN
const pesos = (minor: bigint): string => writeDecimal(minor, scale)

type Limits = Extract<ReplyOf<typeof calls.readOwnLimits>, object>

/** A customer's limits as their page shows them. */
async function writeLimits(
  deps: OwnLimitsDeps,
  db: Db,
  { customerId, zone, now }: { readonly customerId: Id<'cus'>; readonly zone: string; readonly now: Instant },
): Promise<Limits> {
  const changes = await findChanges(db, customerId, now)
  const limits: Limits['limits'][number][] = []
  for (const subject of limitSubjects) {
    for (const period of limitPeriods) {
      const { current, pending } = limitState(
        changes.filter((one) => one.subject === subject && one.period === period),
        now,
      )
      const { from, to } = periodAt(period, now, current?.zone ?? zone)
      const used =
        subject === 'loss'
          ? await lossSince(deps, db, { customerId, since: from, now })
          : (await sumCounted(db, customerId, from, 'MXN')).pesos
      limits.push({
        subject,
        period,
        ...(current?.minor === undefined ? {} : { amount: pesos(current.minor), zone: current.zone }),
        ...(used === undefined ? {} : { used: pesos(used) }),
        until: to,
        ...(pending === undefined ? {} : { pending: writePending(pending) }),
      })
    }
  }
  const pauses = await findPauses(db, customerId, now)
  const held = await findHeldOf(db, customerId)
  return {
    limits,
    pauses: pauses.map(({ scope, from, until }) => ({ scope, from, ...(until === undefined ? {} : { until }) })),
    held: held.map(({ depositId, asset, left, openedAt }) => {
      const decimals = deps.scaleOf(asset)
      return { depositId, asset, scale: decimals, amount: writeDecimal(left, decimals), since: openedAt }
    }),
    at: now,
  }
}

const writePending = ({ changeNo, minor, effectiveAt }: LimitChange) => ({
  changeNo: String(changeNo),
  ...(minor === undefined ? {} : { amount: pesos(minor) }),
  effectiveAt,
})

/** See the contract. */
export const readLimits = useCase(
  calls.readOwnLimits,
  async ({ zone = usualZone }, { db, now, customer }, deps: OwnLimitsDeps) => {
    if (!isZone(zone)) return reject(r.zoneUnknown, { field: 'zone' })
    return writeLimits(deps, db, { customerId: customer.customerId, zone, now })
  },
)

/** Reads a limit in pesos; undefined: none is wished. */
function readAmount(text: string | undefined): bigint | undefined | Rejection {
  if (text === undefined) return undefined
  const reading = readDecimal(text, scale)
  if (reading.kind !== 'value') {
    const tooFine = reject(r.amountDecimals, { field: 'amount', values: { decimals: String(scale) } })
    return refuseDecimal('amount', reading, tooFine)
  }
  if (reading.units === 0n) return reject(r.amountZero, { field: 'amount' })
  return reading.units <= limitMax
    ? reading.units
    : reject(r.amountAboveMax, { field: 'amount', values: { max: pesos(limitMax) } })
}

/** Tighter at once, looser after a day. What waited before is withdrawn: the last wish is the wish. */
export const setLimit = useCase(calls.setOwnLimit, async (request, { tx, now, customer }, deps: OwnLimitsDeps) => {
  const customerId = customer.customerId
  const { subject, period } = request
  if (request.zone !== undefined && !isZone(request.zone)) return reject(r.zoneUnknown, { field: 'zone' })
  const minor = readAmount(request.amount)
  if (typeof minor === 'object') return minor
  await lockLimits(tx, customerId)
  const all = await findChanges(tx, customerId, now)
  const { current, pending } = limitState(
    all.filter((one) => one.subject === subject && one.period === period),
    now,
  )
  const zone = request.zone ?? current?.zone ?? usualZone
  const isSame = current?.minor === minor && (minor === undefined || current?.zone === zone)
  if (isSame && pending === undefined) return reject(r.unchanged, { field: 'amount' })
  const waits = isLooser({ minor, zone }, current)
  const effectiveAt = waits ? plusMs(now, looseningMs) : now
  if (pending !== undefined) await endChange(tx, pending.changeNo, now)
  if (!isSame) await insertChange(tx, customerId, { subject, period, minor, zone, askedAt: now, effectiveAt })
  await record(deps, tx, waits ? 'kyc.limit-loosen' : 'kyc.limit-set', {
    customerId,
    now,
    details: {
      kind: `${subject} ${period}`,
      ...(minor === undefined ? {} : { value: `${pesos(minor)} MXN` }),
      ...(waits ? { effectiveAt: String(effectiveAt) } : {}),
    },
  })
  return { limits: await writeLimits(deps, tx, { customerId, zone, now }), effectiveAt }
})

/** Takes back what waits. */
export const withdrawChange = useCase(
  calls.withdrawLimitChange,
  async ({ subject, period }, { tx, now, customer }, deps: OwnLimitsDeps) => {
    const customerId = customer.customerId
    await lockLimits(tx, customerId)
    const changes = await findChanges(tx, customerId, now, subject)
    const { current, pending } = limitState(
      changes.filter((one) => one.period === period),
      now,
    )
    if (pending === undefined) return reject(r.nothingPending, { field: 'period' })
    await endChange(tx, pending.changeNo, now)
    const details = { kind: `${subject} ${period}` }
    await record(deps, tx, 'kyc.limit-withdraw', { customerId, now, details })
    return { limits: await writeLimits(deps, tx, { customerId, zone: current?.zone ?? usualZone, now }) }
  },
)

/** Begins a pause. Pauses only add up: none is shortened by another. */
export const beginPause = useCase(
  calls.beginPause,
  async ({ scope, length, zone = usualZone }, { tx, now, customer }, deps: OwnLimitsDeps) => {
    const customerId = customer.customerId
    if (!isZone(zone)) return reject(r.zoneUnknown, { field: 'zone' })
    await lockLimits(tx, customerId)
    if ((await findPauses(tx, customerId, now)).length >= pausesMax) return reject(r.tooManyChanges)
    const until = pauseEnd(length, now)
    await insertPause(tx, customerId, { scope, from: now, until, zone })
    const details = { kind: scope, ...(until === undefined ? {} : { until: String(until) }) }
    await record(deps, tx, 'kyc.pause', { customerId, now, details })
    return { limits: await writeLimits(deps, tx, { customerId, zone, now }) }
  },
)

function record(
  { audit }: OwnLimitsDeps,
  tx: Tx,
  action: string,
  of: { readonly customerId: Id<'cus'>; readonly now: Instant; readonly details: Readonly<Record<string, string>> },
): Promise<void> {
  const { customerId, now, details } = of
  return audit.record(tx, { at: now, actor: customerId, action, subject: customerId, details })
}
