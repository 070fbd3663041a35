import { type Instant, isId, pinDigits, readEpoch, readTradeDate, type TradeDate } from '@bolsillo/kernel'
import * as z from 'zod/mini'

/**
 * The vocabulary of request and reply fields. Every request field is text on the wire (forms know nothing else), so
 * each field parses text; JSON bodies may write whole numbers and booleans as themselves, never amounts.
 * A field that refuses says which rule it broke with one of these codes; the mount turns it into a rejection.
 */
export type FieldProblem =
  | 'missing'
  | 'wrong-type'
  | 'malformed'
  | 'too-short'
  | 'too-long'
  | 'too-small'
  | 'too-large'
  | 'not-allowed'
  | 'unknown'

const controlCharacters = /[\u0000-\u001f\u007f]/
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

/**
 * Text of `min` … `max` UTF-16 units, normalized to NFC, without control characters or lone surrogates. It is measured as it
 * is kept: NFC can make text longer, and the database counts what is stored.
 */
export function text(min: number, max: number) {
  return z.pipe(
    z
      .string('wrong-type')
      .check(z.refine((value) => !controlCharacters.test(value) && !loneSurrogate.test(value), 'malformed')),
    z.pipe(
      z.transform((value: string) => value.normalize('NFC').trim()),
      z.string().check(z.maxLength(max, 'too-long'), z.minLength(min, 'too-short')),
    ),
  )
}

/** Secret text: like `text`, but kept byte for byte (a password's spaces are part of it). */
export function secret(min: number, max: number) {
  return z.string('wrong-type').check(
    z.minLength(min, 'too-short'),
    z.maxLength(max, 'too-long'),
    z.refine((value) => !value.includes('\u0000') && !loneSurrogate.test(value), 'malformed'),
  )
}

/** Exactly six ASCII digits: trade and withdrawal passwords. */
export const sixDigits = z.string('wrong-type').check(z.regex(new RegExp(`^[0-9]{${pinDigits}}$`), 'malformed'))

/** A decimal text ≥ 0 as `readDecimal` reads them. Scale and bounds belong to the use case, which knows the asset. */
export const decimal = z.string('wrong-type').check(z.regex(/^(0|[1-9][0-9]{0,17})(\.[0-9]{1,12})?$/, 'malformed'))

/** A decimal text that may be below zero. For replies. */
export const signedDecimal = z
  .string('wrong-type')
  .check(z.regex(/^-?(0|[1-9][0-9]{0,17})(\.[0-9]{1,12})?$/, 'malformed'))

/** A whole number between bounds, as digits or as a JSON number. */
export function whole(min: number, max: number) {
  return z.pipe(
    z.union(
      [z.string().check(z.regex(/^(0|[1-9][0-9]{0,15})$/, 'malformed')), z.number().check(z.int('malformed'))],
      'malformed',
    ),
    z.pipe(
      z.transform((value: string | number) => Number(value)),
      z.number().check(z.gte(min, 'too-small'), z.lte(max, 'too-large')),
    ),
  )
}

/** `true` or `false`, as text or as a JSON boolean; also `1` and `0`, which forms send for check boxes. */
export const flag = z.pipe(
  z.union([z.boolean(), z.enum(['true', 'false', '1', '0'])], 'malformed'),
  z.transform((value: boolean | 'true' | 'false' | '1' | '0') => value === true || value === 'true' || value === '1'),
)

/** One of a closed list of texts, exactly as spelled. */
export function oneOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, 'not-allowed')
}

/** An identifier with a prefix. */
export function id<Prefix extends string>(prefix: Prefix) {
  return z.pipe(
    z.string('wrong-type').check(z.refine((value) => isId(prefix, value), 'malformed')),
    z.transform((value: string) => value as `${Prefix}_${string}`),
  )
}

/** The public code of an instrument: `WALMEX.MX`, `AAPL.US`, `IPC`. Upper case, digits, dot, `&`, `*`, dash. */
export const symbol = z.string('wrong-type').check(z.regex(/^[A-Z0-9][A-Z0-9&*./-]{0,23}$/, 'malformed'))

/** A time: 10 digits are seconds, 13 are milliseconds. */
export const time = z.pipe(
  z.union([z.string(), z.number().check(z.int('malformed'))], 'malformed'),
  z.pipe(
    z.transform((value: string | number) => readEpoch(String(value))),
    z.custom<Instant>((value) => typeof value === 'number', 'malformed'),
  ),
)

/** A day, `YYYY-MM-DD`, that exists. */
export const date = z.pipe(
  z.pipe(
    z.string('wrong-type'),
    z.transform((value: string) => readTradeDate(value)),
  ),
  z.custom<TradeDate>((value) => typeof value === 'string', 'malformed'),
)

/** A reply's time: epoch milliseconds. */
export const at = z.number()

/** Measured durations: `MeasuredTimes` of the kernel. Milliseconds; absent while there is no case. */
export const measuredTimes = z.object({
  count: z.number(),
  days: z.number(),
  p50Ms: z.optional(z.number()),
  p95Ms: z.optional(z.number()),
  /** Share that took more than a day, in percent with two decimals. */
  overDayPercent: z.optional(z.string()),
})

/** How many rows a page of a list has at most. */
export const pageSizeMax = 100

/** A place of a list that is no id: what its cursors look like, from end to end. */
export function placeLike(shape: RegExp) {
  return z.string('wrong-type').check(z.maxLength(200, 'too-long'), z.regex(shape, 'malformed'))
}

/** A place that is a number: of an act of the journal, a record, a change. */
export const placeNumber = placeLike(/^[1-9][0-9]{0,17}$/)

/** A place that is a line of an entry of the journal: `<number>.<line>`. */
export const placeLine = placeLike(/^[1-9][0-9]{0,17}\.[0-9]{1,3}$/)

/**
 * The two fields of every list: the cursor (the `next` of the previous page) and the page size. `place` is what a place of this
 * list is: a cursor that is none was made up, and is refused by name; the first page in its place would be read as the next.
 */
export function pageFields<Place extends z.ZodMiniType>(place: Place) {
  return { cursor: z.optional(place), limit: z.optional(whole(1, pageSizeMax)) }
}

/** A page of rows in a reply: the rows, and the cursor of the next page, absent on the last. */
export function pageOf<Row extends z.ZodMiniType>(row: Row) {
  return z.object({ rows: z.array(row), next: z.optional(z.string()) })
}

/** Lets a field be left out. An empty text in a form counts as left out. */
export function optional<Field extends z.ZodMiniType>(field: Field) {
  return z.optional(field)
}

/**
 * A head of the journal as it was signed: the number and hash of its last act, and the tree of all acts up to it (signed tree
 * head, RFC 9162). In every answer that leads to one.
 */
export const signedHead = z.object({
  seq: z.string(),
  hash: z.string(),
  /** How many leaves the tree has: as many as acts. Absent, with the root, while the tree of a long journal is made. */
  size: z.optional(z.string()),
  /** The tree's root (RFC 9162), 64 hex digits. */
  root: z.optional(z.string()),
  at,
  /** SHA-256 of the line before it in the witness file. */
  previous: z.string(),
  /** The public key it is signed with: Ed25519, base64url. */
  key: z.string(),
  signature: z.string(),
})

export { z }
