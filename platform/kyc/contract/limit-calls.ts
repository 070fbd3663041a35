import { defineCall, field, z } from '@bolsillo/contract'
import { rejectionSpec } from '@bolsillo/kernel'
import { limitPeriods, limitSubjects, pauseLengths, pauseScopes } from '../domain/own-limits.ts'

/** Refusals about customers' own limits, 12100 to 12199. */
export const limitRejections = {
  amountDecimals: rejectionSpec('own-limit-decimals', 12100),
  amountZero: rejectionSpec('own-limit-zero', 12101),
  /** values: max. */
  amountAboveMax: rejectionSpec('own-limit-above-max', 12102),
  zoneUnknown: rejectionSpec('own-limit-zone-unknown', 12103),
  /** It is already so, and nothing else is waiting. */
  unchanged: rejectionSpec('own-limit-unchanged', 12104, 409),
  /** No loosening of this customer waits under that number. */
  nothingPending: rejectionSpec('own-limit-nothing-pending', 12105, 404),
  /** More pauses run than are read at once. */
  tooManyChanges: rejectionSpec('own-limit-too-many-changes', 12106, 429, 'retryable'),
  /** Paying in: the customer paused everything. values: until (their clock; empty: for ever). */
  payInPaused: rejectionSpec('own-pause-pay-in', 12110, 409),
  /** Paying in: more than the customer's own limit leaves. values: left (pesos), until. */
  payInLimit: rejectionSpec('own-limit-pay-in', 12111, 409),
} as const
const r = limitRejections

const own = { audience: 'restricted', needs: [] } as const

const limitShape = z.object({
  subject: z.enum(limitSubjects),
  period: z.enum(limitPeriods),
  /** Pesos; absent: no limit. */
  amount: z.optional(field.decimal),
  zone: z.optional(z.string()),
  /** Pesos used of it in the period that runs; absent while something of it has no price. */
  used: z.optional(field.decimal),
  /** When the period ends and counting begins anew. */
  until: field.at,
  /** A loosening that waits. */
  pending: z.optional(z.object({ changeNo: z.string(), amount: z.optional(field.decimal), effectiveAt: field.at })),
})

const limitsShape = z.object({
  limits: z.array(limitShape),
  pauses: z.array(z.object({ scope: z.enum(pauseScopes), from: field.at, until: z.optional(field.at) })),
  /** Money that came in beyond a limit: the customer's, withdrawable at any time, not to be traded with yet. */
  held: z.array(
    z.object({ depositId: z.string(), asset: z.string(), scale: z.number(), amount: field.decimal, since: field.at }),
  ),
  at: field.at,
})

export const readOwnLimits = defineCall({
  name: 'read-own-limits',
  method: 'GET',
  path: '/user/limits',
  ...own,
  effect: 'read',
  /** The zone periods are shown by where no limit has one yet. */
  request: z.object({ zone: field.optional(field.text(1, 64)) }),
  reply: limitsShape,
  rejections: [r.zoneUnknown],
  summary: 'The customer’s own limits with what is used of them, pauses, and money held beyond a limit.',
})

export const setOwnLimit = defineCall({
  name: 'set-own-limit',
  method: 'POST',
  path: '/user/limits/set',
  ...own,
  effect: 'write',
  limit: { times: 60, perMs: 3_600_000 },
  request: z.object({
    subject: field.oneOf(limitSubjects),
    period: field.oneOf(limitPeriods),
    /** Pesos; left out: no limit. */
    amount: field.optional(field.decimal),
    /** Whose midnight begins the period; the one of before, or of Mexico City, when left out. */
    zone: field.optional(field.text(1, 64)),
  }),
  reply: z.object({ limits: limitsShape, effectiveAt: field.at }),
  rejections: [r.zoneUnknown, r.amountDecimals, r.amountZero, r.amountAboveMax, r.unchanged],
  summary: 'Sets, changes or lifts an own limit. Tighter is in force at once, looser after 24 hours.',
})

export const withdrawLimitChange = defineCall({
  name: 'withdraw-limit-change',
  method: 'POST',
  path: '/user/limits/withdraw',
  ...own,
  effect: 'write',
  request: z.object({ subject: field.oneOf(limitSubjects), period: field.oneOf(limitPeriods) }),
  reply: z.object({ limits: limitsShape }),
  rejections: [r.nothingPending],
  summary: 'Takes back a loosening that waits: the limit stays as it is.',
})

export const beginPause = defineCall({
  name: 'begin-pause',
  method: 'POST',
  path: '/user/limits/pause',
  ...own,
  effect: 'write',
  limit: { times: 20, perMs: 3_600_000 },
  request: z.object({
    scope: field.oneOf(pauseScopes),
    length: field.oneOf(pauseLengths),
    zone: field.optional(field.text(1, 64)),
  }),
  reply: z.object({ limits: limitsShape }),
  rejections: [r.zoneUnknown, r.tooManyChanges],
  summary: 'Begins a pause from trading or from everything. Nobody can end it early; withdrawing and closing go on.',
})

export const limitCalls = [readOwnLimits, setOwnLimit, withdrawLimitChange, beginPause] as const
