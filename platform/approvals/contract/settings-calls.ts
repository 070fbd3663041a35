import { coreRejections, defineCall, field, operatorRoles, z } from '@bolsillo/contract'
import { proposeRejections, approvalsRejections as r } from '../domain/rejections.ts'

// Settings and pauses. A change is proposed with the time it takes effect and decided by a second person; customers see
// the dated values of what is public.

const value = z.string()

const settingRow = z.object({
  key: z.string(),
  purpose: z.string(),
  /** The sentence that says the purpose in the language of the console, and what it is filled with. */
  words: z.object({ key: z.string(), values: z.record(z.string(), z.string()) }),
  type: z.enum(['whole', 'decimal', 'flag', 'choice', 'list', 'text']),
  value,
  standard: value,
  /** Of a text: its length. */
  lengthMax: z.optional(z.number()),
  min: z.optional(value),
  max: z.optional(value),
  choices: z.optional(z.array(z.string())),
  publicName: z.optional(z.string()),
  /** Which change of it is for the worse of whoever withdraws, and how many days ahead such a one is announced. */
  notice: z.optional(z.object({ worse: z.enum(['higher', 'lower', 'off', 'any']), days: z.number() })),
  /** What is decided and lies ahead. */
  next: z.optional(z.object({ value, effectiveAt: field.at })),
  /** The proposal about it that waits. */
  open: z.optional(z.string()),
})

export const listSettings = defineCall({
  name: 'list-settings',
  power: { 'es-ES': 'Ver los ajustes', 'en-US': 'See the settings', 'pt-BR': 'Ver os ajustes' },
  method: 'GET',
  path: '/settings',
  audience: 'operator',
  roles: operatorRoles,
  needs: [],
  request: z.object({}),
  reply: z.object({ rows: z.array(settingRow) }),
  rejections: [],
  summary: 'Every setting with its value, bounds, default, and what lies ahead.',
  effect: 'read',
})

const key = z.string('wrong-type').check(z.regex(/^[a-z][A-Za-z0-9.-]{1,79}$/, 'malformed'))

export const listSettingHistory = defineCall({
  name: 'list-setting-history',
  power: {
    'es-ES': 'Ver cada cambio de un ajuste',
    'en-US': 'See every change of a setting',
    'pt-BR': 'Ver cada mudança de um ajuste',
  },
  method: 'GET',
  path: '/settings/history',
  audience: 'operator',
  roles: operatorRoles,
  needs: [],
  request: z.object({ ...field.pageFields(field.placeNumber), key }),
  reply: field.pageOf(
    z.object({
      value,
      effectiveAt: field.at,
      changedAt: field.at,
      actor: z.string(),
      name: z.string(),
      reason: z.string(),
    }),
  ),
  rejections: [r.settingUnknown],
  summary: 'Every change of one setting, latest first.',
  effect: 'read',
})

const reason = z.string('wrong-type').check(z.regex(/^[a-z][a-z0-9-]{1,59}$/, 'malformed'))

export const proposeSetting = defineCall({
  name: 'propose-setting',
  power: {
    'es-ES': 'Proponer el cambio de un ajuste, con la fecha en que empieza',
    'en-US': 'Propose to change a setting, with the date it begins',
    'pt-BR': 'Propor a mudança de um ajuste, com a data em que começa',
  },
  method: 'POST',
  path: '/settings/propose',
  audience: 'operator',
  roles: ['product', 'treasury', 'admin'],
  needs: [],
  /** A list is its words with commas between them. */
  request: z.object({ key, value: field.text(1, 400), effectiveAt: field.time, reason }),
  reply: z.object({ approvalId: z.string() }),
  rejections: [
    r.settingUnknown,
    r.settingValue,
    r.settingSame,
    r.effectiveUnfit,
    r.settingNotice,
    coreRejections.roleNeeded,
    ...proposeRejections,
  ],
  summary: 'Proposes another value of a setting, from a time on.',
  effect: 'write',
})

const what = z.enum(['withdrawals', 'deposits', 'orders'], 'not-allowed')

export const listPauses = defineCall({
  name: 'list-pauses',
  power: { 'es-ES': 'Ver qué está en pausa', 'en-US': 'See what is paused', 'pt-BR': 'Ver o que está em pausa' },
  method: 'GET',
  path: '/operations',
  audience: 'operator',
  roles: operatorRoles,
  needs: [],
  request: z.object({}),
  reply: z.object({
    rows: z.array(
      z.object({
        what,
        /** Present while it is paused. */
        until: z.optional(field.at),
        open: z.optional(z.object({ approvalId: z.string(), kind: z.string() })),
      }),
    ),
  }),
  rejections: [],
  summary: 'What can be paused in an emergency, and what is.',
  effect: 'read',
})

export const proposePause = defineCall({
  name: 'propose-pause',
  power: {
    'es-ES': 'Proponer una pausa de emergencia',
    'en-US': 'Propose a pause in an emergency',
    'pt-BR': 'Propor uma pausa de emergência',
  },
  method: 'POST',
  path: '/operations/pause',
  audience: 'operator',
  roles: ['compliance', 'treasury', 'admin'],
  needs: [],
  request: z.object({ what, hours: field.whole(1, 24), reason }),
  reply: z.object({ approvalId: z.string() }),
  rejections: [coreRejections.roleNeeded, ...proposeRejections],
  summary: 'Proposes to pause new withdrawals, deposits or orders for at most a day.',
  effect: 'write',
})

export const proposeResume = defineCall({
  name: 'propose-resume',
  power: {
    'es-ES': 'Proponer terminar una pausa',
    'en-US': 'Propose to end a pause',
    'pt-BR': 'Propor terminar uma pausa',
  },
  method: 'POST',
  path: '/operations/resume',
  audience: 'operator',
  roles: ['compliance', 'treasury', 'admin'],
  needs: [],
  request: z.object({ what, reason }),
  reply: z.object({ approvalId: z.string() }),
  rejections: [r.notPaused, coreRejections.roleNeeded, ...proposeRejections],
  summary: 'Proposes to end a pause before its time.',
  effect: 'write',
})
