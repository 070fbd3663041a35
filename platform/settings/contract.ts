import { defineCall, field, z } from '@bolsillo/contract'
import type { RejectionSpec } from '@bolsillo/kernel'

/** Refusals of this room: 13000–13999. */
export const rejections = {
  propUnknown: { name: 'prop-unknown', number: 13_001, status: 404, retry: 'final' },
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

export const calls = [readProp, readProps] as const
