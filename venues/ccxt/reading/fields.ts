/** A payload that is not what its exchange documents. `message` names what, never the payload itself. */
export class Malformed extends Error {
  override name = 'Malformed'
}

const refuse = (what: string): never => {
  throw new Malformed(what)
}

export type Fields = Readonly<Record<string, unknown>>

/** What a reader made of a payload, or why it refused it. Any exception but `Malformed` is rethrown. */
export function attempt<Value>(read: () => Value): { readonly value: Value } | { readonly refused: string } {
  try {
    return { value: read() }
  } catch (error) {
    if (error instanceof Malformed) return { refused: error.message }
    throw error
  }
}

/** An object that is no list. @throws Malformed */
export function asFields(value: unknown, what: string): Fields {
  const isFields = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isFields ? (value as Fields) : refuse(`${what} is not an object`)
}

/** A list no longer than `max`. @throws Malformed */
export function asList(value: unknown, what: string, max: number): readonly unknown[] {
  if (!Array.isArray(value)) return refuse(`${what} is not a list`)
  return value.length <= max ? value : refuse(`${what} has more than ${max} entries`)
}

const textMax = 64

/** A text of 1 to 64 characters. @throws Malformed */
export function asText(value: unknown, what: string): string {
  return typeof value === 'string' && value.length > 0 && value.length <= textMax
    ? value
    : refuse(`${what} is not a short text`)
}

/** A whole number from 0 below 10^15, given as text or (by ccxt, which has read the JSON itself) as a number. @throws Malformed */
export function asWhole(value: unknown, what: string): number {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : refuse(`${what} is not a whole number`)
}

/** One of these texts. @throws Malformed */
export function asOneOf<const Values extends readonly string[]>(
  value: unknown,
  what: string,
  values: Values,
): Values[number] {
  return values.find((one) => one === value) ?? refuse(`${what} is none of ${values.join(', ')}`)
}
