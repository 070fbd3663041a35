import { type Call, coreRejections, z } from '@bolsillo/contract'
import { type Rejection, reject } from '@bolsillo/kernel'
import type { BodyReading } from './read-body.ts'

// The rejection repeats the field's name, so a long one is cut.
const nameShownMax = 64

/** The parsed request, or a rejection that names the field and the broken rule. */
export function parseRequest(
  call: Call,
  reading: BodyReading,
): { readonly kind: 'request'; readonly request: object } | Rejection {
  if (reading.kind === 'unsupported') return reject(coreRejections.contentUnsupported)
  if (reading.kind === 'malformed') return reject(coreRejections.bodyMalformed, { values: { why: reading.why } })
  if (reading.kind === 'twice') return refuseField(coreRejections.fieldTwice, reading.field)
  const shape = call.request.shape
  const unknown = [...reading.fields.keys(), ...reading.leftOut].find((name) => !Object.hasOwn(shape, name))
  if (unknown !== undefined) {
    const allowed = Object.keys(shape).join(', ')
    return refuseField(coreRejections.fieldUnknown, unknown, { allowed: allowed === '' ? '—' : allowed })
  }
  const parsed = z.safeParse(call.request, Object.fromEntries(reading.fields))
  if (parsed.success) return { kind: 'request', request: parsed.data }
  const [issue] = parsed.error.issues
  const field = String(issue?.path[0] ?? '')
  if (Object.hasOwn(shape, field) && !reading.fields.has(field)) return refuseField(coreRejections.fieldMissing, field)
  return refuseField(coreRejections.fieldInvalid, field, problemOf(issue))
}

function refuseField(
  spec: (typeof coreRejections)['fieldTwice' | 'fieldUnknown' | 'fieldMissing' | 'fieldInvalid'],
  field: string,
  values: Readonly<Record<string, string>> = {},
): Rejection {
  const shown = field.length > nameShownMax ? `${field.slice(0, nameShownMax)}…` : field
  return reject(spec, { field: shown, values: { field: shown, ...values } })
}

/** The broken rule with its bounds, for the rejection's text. */
function problemOf(issue: z.core.$ZodIssue | undefined): Readonly<Record<string, string>> {
  const values: Record<string, string> = { problem: issue?.message ?? 'malformed' }
  if (issue === undefined) return values
  if ('minimum' in issue) values.minimum = String(issue.minimum)
  if ('maximum' in issue) values.maximum = String(issue.maximum)
  if ('values' in issue) values.allowed = issue.values.map(String).join(', ')
  return values
}
