import { defineCall, field, z } from '@bolsillo/contract'
import type { RejectionSpec } from '@bolsillo/kernel'

/** Refusals of this room: 13000–13999. */
export const rejections = {
  propUnknown: { name: 'prop-unknown', number: 13_001, status: 404, retry: 'final' },
  withdrawalsPaused: { name: 'withdrawals-paused', number: 13_010, status: 423, retry: 'retryable' },
  depositsPaused: { name: 'deposits-paused', number: 13_011, status: 423, retry: 'retryable' },
  ordersPaused: { name: 'orders-paused', number: 13_012, status: 423, retry: 'retryable' },
} as const satisfies Readonly<Record<string, RejectionSpec>>

/** A public value: text, whole number, yes or no, or a list of texts. */
const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])

/** One public setting by its public name. */
export const readProp = defineCall({
  name: 'read-prop',
  method: 'GET',
  path: '/common/prop',
  audience: 'public',
  needs: [],
  request: z.object({ key: field.text(1, 60) }),
  reply: z.object({ key: z.string(), value }),
  rejections: [rejections.propUnknown],
  summary: 'One public setting by its name.',
  effect: 'read',
})

/** All public settings. */
export const readProps = defineCall({
  name: 'read-props',
  method: 'GET',
  path: '/common/props',
  audience: 'public',
  needs: [],
  request: z.object({}),
  reply: z.object({ props: z.record(z.string(), value) }),
  rejections: [],
  summary: 'All public settings: languages, area codes, defaults, bounds.',
  effect: 'read',
})

const dated = z.object({
  /** The public name. */
  name: z.string(),
  value,
  /** From when it is in force: a change that lies ahead is announced here. */
  effectiveAt: field.at,
  changedAt: field.at,
  /** A word of the closed list of reasons. */
  reason: z.string(),
})

/** What changed and what will, of the public settings. */
export const listPropChanges = defineCall({
  name: 'list-prop-changes',
  method: 'GET',
  path: '/common/props/changes',
  audience: 'public',
  needs: [],
  request: z.object({ ...field.pageFields(field.placeNumber), key: field.optional(field.text(1, 60)) }),
  reply: field.pageOf(dated),
  rejections: [rejections.propUnknown],
  summary:
    'Every change of the public settings with the date it takes effect, latest first; of one when `key` names it.',
  effect: 'read',
})

/** The pauses in force. */
export const readOperations = defineCall({
  name: 'read-operations',
  method: 'GET',
  path: '/index/operations',
  audience: 'public',
  needs: [],
  request: z.object({}),
  reply: z.object({
    pauses: z.array(
      z.object({
        what: z.enum(['withdrawals', 'deposits', 'orders']),
        since: field.at,
        /** The time at which it ends, unless it is ended earlier. */
        until: field.at,
        reason: z.string(),
      }),
    ),
  }),
  rejections: [],
  summary: 'What is paused in an emergency now: since when, until when at the latest, and why.',
  effect: 'read',
})

export const calls = [readProp, readProps, listPropChanges, readOperations] as const
