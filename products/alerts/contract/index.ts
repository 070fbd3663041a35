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
  unfit: rejectionSpec('alert-kind-unfit', 31_008, 422),
  noUsual: rejectionSpec('alert-no-usual', 31_009, 409, 'retryable'),
  times: rejectionSpec('alert-times-bounds', 31_010, 422),
  rate: rejectionSpec('alert-rate-bounds', 31_011, 422),
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
 * What an alert fired by, as it is recorded; the act in the journal names the same for good. A print: the tape shows it while
 * it is among the latest, the database keeps it two hours. A volume: what was traded in the five minutes from `from` to `at`;
 * recorded minutes are kept forty days. Funding: the rate of the payment of `at`, in percent; it is kept for good.
 */
const firedShape = z.discriminatedUnion('by', [
  z.object({
    by: z.literal('print'),
    at: field.at,
    price: z.string(),
    sequence: z.number(),
    source: z.string(),
  }),
  z.object({ by: z.literal('volume'), from: field.at, at: field.at, volume: z.string() }),
  z.object({ by: z.literal('funding'), at: field.at, rate: z.string() }),
])

/** An instrument, as far as an alert on it needs it. */
const instrumentShape = z.object({
  symbol: z.string(),
  ticker: z.string(),
  name: z.string(),
  kind: z.string(),
  currency: z.string(),
  priceDecimals: z.number(),
  /** What a volume counts: a coin; empty for shares. */
  volumeUnit: z.string(),
})

export const alertShape = z.object({
  alertId: z.string(),
  instrument: instrumentShape,
  kind: z.enum(alertKinds),
  /** A price; of a move a percentage; a quantity; of `surge` how many times the usual volume; of funding a percentage. */
  value: z.string(),
  /** The last price when it was armed; of a volume the usual one; of funding the last rate, in percent. */
  reference: z.optional(z.string()),
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
      z.object({
        instrument: instrumentShape,
        last: z.string(),
        tick: z.string(),
        priceScale: z.number(),
        quantityScale: z.number(),
        /** The kinds of alerts it can have. */
        kinds: z.array(z.enum(alertKinds)),
        /** What is usually traded of it in five minutes. Left out of too short a record. */
        usualVolume: z.optional(z.string()),
        /** The rate of the last payment of funding, in percent. */
        lastRate: z.optional(z.object({ at: field.at, rate: z.string() })),
      }),
    ),
  }),
  rejections: [],
  summary: 'The customer’s alerts with their states; of those that fired, what recorded they fired by.',
})

export const setAlert = defineCall({
  name: 'set-alert',
  path: '/user/alert/set',
  ...writing,
  request: z.object({ symbol: field.symbol, kind: field.oneOf(alertKinds), value: field.signedDecimal }),
  reply: alertShape,
  rejections: [
    r.unrecorded,
    r.noPrice,
    r.decimals,
    r.bounds,
    r.reached,
    r.tooMany,
    r.unfit,
    r.noUsual,
    r.times,
    r.rate,
  ],
  summary:
    'Sets an alert. It fires once, by the first recorded print, window of five minutes or rate of funding at its level after this moment.',
})

export const armAlert = defineCall({
  name: 'arm-alert',
  path: '/user/alert/arm',
  ...writing,
  request: z.object({ alertId }),
  reply: alertShape,
  rejections: [r.unknown, r.unrecorded, r.noPrice, r.reached, r.unfit, r.noUsual],
  summary: 'Arms an alert again that fired, from this moment on. One that is armed stays as it is.',
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
