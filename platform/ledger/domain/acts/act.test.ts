import { readFileSync } from 'node:fs'
import { type Id, instant, isId } from '@bolsillo/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Act, type ActPosting, type ActValue, actBytes, readActs } from './act.ts'
import { NotCanonical } from './cbor-reader.ts'
import { CborWriter } from './cbor-writer.ts'

// vectors.json was made by another program in another language, from README.md alone.

type JsonValue = string | boolean | readonly JsonValue[] | { readonly int: string } | { readonly bytes: string }
interface Vectors {
  readonly acts: readonly {
    readonly name: string
    readonly hex: string
    readonly act: {
      readonly number: string
      readonly at: number
      readonly kind: string
      readonly actor: string
      readonly cause: string
      readonly subject: string
      readonly payload: Readonly<Record<string, JsonValue>>
      readonly postings: readonly {
        readonly account: number
        readonly posted: string
        readonly held: string
        readonly holdId?: Id<'hld'>
        readonly postedAfter: string
        readonly heldAfter: string
      }[]
    }
  }[]
  readonly refused: readonly { readonly name: string; readonly hex: string }[]
}
const vectors: Vectors = JSON.parse(readFileSync(new URL('./vectors.json', import.meta.url), 'utf8'))
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const bytesOf = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'))

function actValueOf(value: JsonValue): ActValue {
  if (typeof value === 'string' || typeof value === 'boolean') return value
  if ('int' in value) return BigInt(value.int)
  if ('bytes' in value) return bytesOf(value.bytes)
  return value.map(actValueOf)
}
const actOf = ({ number, at, payload, postings, ...rest }: Vectors['acts'][number]['act']): Act => ({
  ...rest,
  number: BigInt(number),
  at: instant(at),
  payload: Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, actValueOf(value)])),
  postings: postings.map(({ posted, held, postedAfter, heldAfter, ...posting }) => ({
    ...posting,
    posted: BigInt(posted),
    held: BigInt(held),
    postedAfter: BigInt(postedAfter),
    heldAfter: BigInt(heldAfter),
  })),
})

describe('the encoding of an act', () => {
  it.each(vectors.acts)('is that of the vectors: $name', ({ act, hex }) => {
    expect(hexOf(actBytes(actOf(act)))).toBe(hex)
    expect(readActs(bytesOf(hex))).toEqual([actOf(act)])
  })

  it.each(vectors.refused)('is refused otherwise: $name', ({ hex }) => {
    expect(() => readActs(bytesOf(hex))).toThrow(NotCanonical)
  })

  it('is one: what is read and written again is the same bytes, and any other byte is another act or none', () => {
    fc.assert(
      fc.property(anyAct, fc.nat(), fc.integer({ min: 1, max: 255 }), (act, place, flip) => {
        const bytes = actBytes(act)
        const [again] = readActs(bytes)
        expect(again).toEqual(act)
        const changed = bytes.slice()
        const at = place % bytes.length
        changed[at] = (bytes[at] ?? 0) ^ flip
        let read: readonly Act[]
        try {
          read = readActs(changed)
        } catch (error) {
          expect(error).toBeInstanceOf(NotCanonical)
          return
        }
        expect(hexOf(Buffer.concat(read.map(actBytes)))).toBe(hexOf(changed))
        expect(read).not.toEqual([act])
      }),
      { numRuns: 2000 },
    )
  })

  it('is that of RFC 8949 for a text of any length, of ASCII or not', () => {
    for (let length = 0; length < 300; length += 1)
      for (const text of ['a'.repeat(length), `${'a'.repeat(length)}é`, `é${'a'.repeat(length)}`]) {
        const writer = new CborWriter(1)
        writer.text(text)
        const bytes = Buffer.from(text)
        const size = bytes.length
        const head = size < 24 ? [0x60 + size] : size < 256 ? [0x78, size] : [0x79, size >> 8, size % 256]
        expect(Buffer.from(writer.bytesFrom(0))).toEqual(Buffer.concat([Buffer.from(head), bytes]))
      }
  })

  it('is read one behind the other as a block keeps it, and not beyond its end', () => {
    const acts = vectors.acts.map(({ act }) => actOf(act))
    const body = Buffer.concat(acts.map(actBytes))
    expect(readActs(body)).toEqual(acts)
    expect(() => readActs(body.subarray(0, body.length - 1))).toThrow(NotCanonical)
  })

  it.each([
    ['a number beyond 64 bits', { payload: { n: 2n ** 63n } }],
    ['half a character', { subject: '\ud800' }],
    ['number 0', { number: 0n }],
    ['a name that is no word', { payload: { 'a b': 'x' } }],
    ['a payload that is too deep', { payload: { a: [[[[[]]]]] } }],
  ] satisfies readonly [string, Partial<Act>][])('is not written of %s', (_, part) => {
    const [first] = vectors.acts
    if (first === undefined) throw new Error('there are vectors')
    expect(() => actBytes({ ...actOf(first.act), ...part })).toThrow()
  })
})

const int64 = fc.bigInt({ min: -(2n ** 63n) + 1n, max: 2n ** 63n - 1n })
const text = fc.string({ unit: 'grapheme', maxLength: 40 })
const holdId = fc
  .stringMatching(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
  .map((body): string => `hld_${body}`)
  .filter((id): id is Id<'hld'> => isId('hld', id))
const posting: fc.Arbitrary<ActPosting> = fc
  .record({ account: fc.nat(), posted: int64, held: int64, holdId, postedAfter: int64, heldAfter: int64 })
  .map(({ held, holdId: id, ...rest }) => (held === 0n ? { ...rest, held } : { ...rest, held, holdId: id }))
const value: fc.Arbitrary<ActValue> = fc.oneof(text, int64, fc.boolean(), fc.uint8Array(), fc.array(text))
const anyAct: fc.Arbitrary<Act> = fc.record({
  number: fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }),
  at: fc.nat().map((ms) => instant(ms)),
  kind: text,
  actor: text,
  cause: text,
  subject: text,
  payload: fc.dictionary(fc.stringMatching(/^[a-z][A-Za-z0-9]{0,9}$/), value, { noNullPrototype: true }),
  postings: fc.array(posting, { maxLength: 6 }),
})
