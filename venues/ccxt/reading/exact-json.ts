import { Malformed } from './fields.ts'

/** What `JSON.parse` passes a reviver besides the value: its source text (TC39 "JSON.parse source text access"). */
interface ReadFrom {
  readonly source?: string
}

/**
 * Reads JSON with every number as the text it was written in: `{"price":0.10000000}` gives `{ price: '0.10000000' }`.
 * Exchanges that send prices as JSON numbers count on it: as binary floats they would lose digits, and with them the
 * checksum of the book.
 * @throws Malformed when the text is no JSON, or nested beyond what a stack holds.
 */
export function readExactJson(text: string): unknown {
  const keepNumbers = (_key: string, value: unknown, from?: ReadFrom): unknown =>
    typeof value === 'number' ? (from?.source ?? String(value)) : value
  try {
    return JSON.parse(text, keepNumbers)
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) throw new Malformed('not JSON')
    throw error
  }
}
