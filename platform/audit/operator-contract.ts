import { defineCall, field, operatorRoles, z } from '@bolsillo/contract'
import { auditRow } from './contract.ts'

/** What staff can do here: read. Every role may, so that colleagues see each other's acts; nobody can write or edit. */
export const listAudit = defineCall({
  name: 'list-audit',
  method: 'GET',
  path: '/audit',
  audience: 'operator',
  roles: operatorRoles,
  needs: [],
  request: z.object({
    ...field.pageFields,
    about: field.optional(field.text(1, 80)),
    /** As records name it: `identity.sign-in`. */
    action: field.optional(z.string('wrong-type').check(z.regex(/^[a-z]+\.[a-z][a-z0-9-]{1,39}$/, 'malformed'))),
  }),
  reply: field.pageOf(auditRow),
  rejections: [],
  summary:
    'The journal of acts, newest first; of one actor or subject when `about` names one, of one action when `action` does.',
  effect: 'read',
})

export const operatorCalls = [listAudit] as const
