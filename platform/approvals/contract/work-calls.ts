import { defineCall, field, operatorRoles, z } from '@bolsillo/contract'
import { staffPowers } from './power-shapes.ts'

export const listWork = defineCall({
  name: 'list-work',
  power: {
    'es-ES': 'Ver cuánto espera en sus colas',
    'en-US': 'See how much waits in their queues',
    'pt-BR': 'Ver quanto espera em suas filas',
  },
  method: 'GET',
  path: '/work',
  audience: 'operator',
  roles: operatorRoles,
  beforePowers: true,
  needs: [],
  request: z.object({}),
  reply: z.object({
    rows: z.array(
      z.object({
        /** The section of the console it is worked in. */
        path: z.string(),
        titleKey: z.string(),
        count: z.int(),
        oldestAt: z.optional(field.at),
        slaMs: z.int(),
      }),
    ),
    /** One's own proposals that wait for somebody else. */
    ownOpen: z.int(),
    now: field.at,
  }),
  rejections: [],
  summary: 'What waits in the queues of one’s roles, and since when.',
  effect: 'read',
})

export const listPowers = defineCall({
  name: 'list-powers',
  power: { 'es-ES': 'Leer esta lista', 'en-US': 'Read this list', 'pt-BR': 'Ler esta lista' },
  method: 'GET',
  path: '/powers',
  audience: 'operator',
  roles: operatorRoles,
  needs: [],
  request: z.object({}),
  reply: staffPowers,
  rejections: [],
  summary: 'The closed list of staff powers, as customers read it.',
  effect: 'read',
})
