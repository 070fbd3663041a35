import type { Call } from '@bolsillo/contract'

/** Ids and texts of every shape a field may ask for, tried in this order. */
const texts = [
  '1',
  '100.00',
  '12.34',
  '10482291',
  '123456',
  'MXN',
  'WALMEX.MX',
  'spei-mxn',
  'true',
  '2026-03-01',
  '1772467200000',
  'SUP-2231',
  'es-some-reason',
  '0'.repeat(64),
  'app.main-indicator',
  'maria@example.com',
  'un-texto-cualquiera',
  '{"amount":"1"}',
  '[]',
]
const prefixes = 'apv chl clm cus dep dst ent fed fil fxq inv kyc opr ord pay pky psh rev ses wdr whd'.split(' ')

/** An id of a prefix nothing has. */
export function madeUpId(prefix: string): string {
  return `${prefix}_7${'Z'.repeat(25)}`
}

interface Schema {
  readonly safeParse: (value: unknown) => { readonly success: boolean }
  readonly _zod: { readonly def: Readonly<Record<string, unknown>> }
}

/** The words of an enumeration inside a schema, if it has some. */
function wordsOf(schema: Schema): readonly string[] {
  const { def } = schema._zod
  const inner = [def.in, def.out, def.innerType].filter(
    (part): part is Schema => typeof part === 'object' && part !== null,
  )
  const own = typeof def.entries === 'object' && def.entries !== null ? Object.values(def.entries).map(String) : []
  return [...own, ...inner.flatMap(wordsOf)]
}

/** The prefix of the id a field takes; undefined when it takes none. */
export function idPrefixOf(call: Call, field: string): string | undefined {
  const schema = call.request.shape[field] as unknown as Schema
  if (schema.safeParse('un-texto-cualquiera').success) return undefined
  return prefixes.find((prefix) => schema.safeParse(madeUpId(prefix)).success)
}

/** The fields of a call that name an object of somebody: `withdrawalId`. A challenge is no object. */
export function objectFields(call: Call): ReadonlyMap<string, string> {
  return new Map(
    Object.keys(call.request.shape).flatMap((field) => {
      const prefix = field === 'challengeId' ? undefined : idPrefixOf(call, field)
      return prefix === undefined ? [] : [[field, prefix] as const]
    }),
  )
}

/** A request the call's own schema takes, with ids of nothing; fields that may be left out are. */
export function requestOf(call: Call): Readonly<Record<string, string>> {
  const fields: Record<string, string> = {}
  for (const [name, schema] of Object.entries(call.request.shape) as unknown as [string, Schema][]) {
    const prefix = name === 'challengeId' ? undefined : idPrefixOf(call, name)
    if (schema.safeParse(undefined).success && prefix === undefined) continue
    const candidates = prefix === undefined ? [...wordsOf(schema), ...texts] : [madeUpId(prefix)]
    const fitting = candidates.find((value) => schema.safeParse(value).success)
    if (fitting !== undefined) fields[name] = fitting
  }
  return fields
}
