import { defineCall, field, z } from '@bolsillo/contract'
import { ownRecordShape } from './own-shape.ts'

/** An act as a reader sees it. `hash` is SHA-256, 64 hex digits; absent until the journal has the act, within a second. */
export const auditRow = z.object({
  seq: z.string(),
  at: field.at,
  actor: z.string(),
  action: z.string(),
  subject: z.string(),
  details: z.record(z.string(), z.string()),
  hash: z.optional(z.string()),
})

/** The customer's own log: everything they did and everything anybody did about them, newest first. */
export const listOwnActivity = defineCall({
  name: 'list-own-activity',
  method: 'GET',
  path: '/user/activity',
  audience: 'restricted',
  needs: [],
  request: z.object(field.pageFields(field.placeNumber)),
  reply: field.pageOf(
    z.object({
      ...auditRow.shape,
      /** Whose act it was: the customer's own, one of staff, or the house's by itself. */
      by: z.enum(['you', 'staff', 'house']),
      /** How the member of staff is called. */
      name: z.optional(z.string()),
    }),
  ),
  rejections: [],
  summary: 'The customer’s own log: sign-ins, changes, and every act of staff about them.',
  effect: 'read',
})

export const exportOwnActivity = defineCall({
  name: 'export-own-activity',
  method: 'GET',
  path: '/user/activity/export',
  audience: 'restricted',
  needs: [],
  request: z.object({
    /** The last number there is already. */
    after: field.optional(field.text(1, 19)),
  }),
  reply: z.object({
    /** Oldest first, as they were hashed. Those of the last second may not be there yet. */
    rows: z.array(ownRecordShape),
    /** The signed head that the ways of `rows` lead to. */
    head: z.optional(field.signedHead),
    /** To be sent as `after` for what follows. */
    next: z.optional(z.string()),
    practice: z.boolean(),
  }),
  rejections: [],
  summary: 'The customer’s own log as it was hashed, to be kept and checked by anybody.',
  effect: 'read',
  limit: { times: 120, perMs: 60_000 },
})

export const calls = [listOwnActivity, exportOwnActivity] as const
