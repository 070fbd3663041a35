import { defineCall, defineChannel, field, z } from '@bolsillo/contract'
import { rejectionSpec } from '@bolsillo/kernel'
import { alertKinds } from '../domain/alert-kinds.ts'

/** Refusals of this room, in the order they are checked: 31000 to 31999. */
export const alertRejections = {
  unknown: rejectionSpec('alert-unknown', 31_001, 404),
  unrecorded: rejectionSpec('alert-market-unrecorded', 31_002, 409),
  noPrice: rejectionSpec('alert-no-price', 31_003, 409, 'retryable'),
  decimals: rejectionSpec('alert-decimals', 31_004, 422),
  bounds: rejectionSpec('alert-percent-bounds', 31_005, 422),
  reached: rejectionSpec('alert-reached', 31_006, 409),
  tooMany: rejectionSpec('alerts-too-many', 31_007, 409),
} as const
const r = alertRejections

const writing = {
  method: 'POST',
  audience: 'restricted',
  needs: [],
  effect: 'write',
  limit: { times: 60, perMs: 60_000 },
} as const
const alertId = field.id('alr')

/**
 * The recorded print that an alert fired by. The tape shows it while it is among the latest, the database
 * keeps it two hours, and the act `alerts.fire` in the journal names the same for good.
 */
const firedShape = z.object({
  at: field.at,
  price: z.string(),
  sequence: z.number(),
  source: z.string(),
})

/** An instrument, as far as an alert on it needs it. */
const instrumentShape = z.object({
  symbol: z.string(),
  ticker: z.string(),
  name: z.string(),
  kind: z.string(),
  currency: z.string(),
  priceDecimals: z.number(),
})

export const alertShape = z.object({
  alertId: z.string(),
  instrument: instrumentShape,
  kind: z.enum(alertKinds),
  /** A price, or of a move a percentage. */
  value: z.string(),
  /** The last price when it was armed. */
  reference: z.string(),
  armedAt: field.at,
  /** Left out while it waits. */
  fired: z.optional(firedShape),
})

export const listAlerts = defineCall({
  name: 'list-alerts',
  method: 'GET',
  path: '/user/alerts',
  audience: 'restricted',
  needs: [],
  effect: 'read',
  request: z.object({ symbol: field.optional(field.symbol) }),
  reply: z.object({
    /** The newest change first: of one instrument, or of all. */
    rows: z.array(alertShape),
    /** How many there are over all instruments, and how many there may be. */
    count: z.number(),
    most: z.number(),
    /** Of the instrument asked about: its price, and the step prices move in near it. Left out while it has none. */
    now: z.optional(
      z.object({ instrument: instrumentShape, last: z.string(), tick: z.string(), priceScale: z.number() }),
    ),
  }),
  rejections: [],
  summary: 'The customer’s alerts with their states; of those that fired, the recorded print they fired by.',
})

export const setAlert = defineCall({
  name: 'set-alert',
  path: '/user/alert/set',
  ...writing,
  request: z.object({ symbol: field.symbol, kind: field.oneOf(alertKinds), value: field.decimal }),
  reply: alertShape,
  rejections: [r.unrecorded, r.noPrice, r.decimals, r.bounds, r.reached, r.tooMany],
  summary: 'Sets an alert. It fires once, by the first recorded print at its level after this moment.',
})

export const armAlert = defineCall({
  name: 'arm-alert',
  path: '/user/alert/arm',
  ...writing,
  request: z.object({ alertId }),
  reply: alertShape,
  rejections: [r.unknown, r.unrecorded, r.noPrice, r.reached],
  summary: 'Arms an alert again that fired, from the present price on. One that is armed stays as it is.',
})

export const removeAlert = defineCall({
  name: 'remove-alert',
  path: '/user/alert/remove',
  ...writing,
  request: z.object({ alertId }),
  reply: z.object({}),
  rejections: [],
  summary: 'Removes an alert. One that is gone already is no error.',
})

/** An alert of the customer’s fired, just now. What it is stays in the list and under the bell. */
export const alertsChannel = defineChannel({
  name: 'alerts',
  audience: 'customer',
  snapshot: z.object({}),
  delta: alertShape,
  conflation: 'sequence',
})

export const calls = [listAlerts, setAlert, armAlert, removeAlert] as const
