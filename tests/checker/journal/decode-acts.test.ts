import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { decodeActs } from './decode-acts.ts'

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
      readonly payload: Readonly<Record<string, unknown>>
      readonly postings: readonly Readonly<Record<string, unknown>>[]
    }
  }[]
  readonly refused: readonly { readonly name: string; readonly hex: string }[]
}
const file = new URL('../../../platform/ledger/domain/acts/vectors.json', import.meta.url)
const vectors: Vectors = JSON.parse(readFileSync(file, 'utf8'))
const bytesOf = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'))

/** A value as the vectors write it. */
function written(value: unknown): unknown {
  if (typeof value === 'bigint') return { int: String(value) }
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString('hex') }
  return Array.isArray(value) ? value.map(written) : value
}

describe('acts, as somebody reads them who has only the page', () => {
  it.each(vectors.acts)('are those of the vectors: $name', ({ hex, act }) => {
    const decoded = decodeActs(bytesOf(hex))
    if (!decoded.ok) throw new Error(decoded.problem)
    const [found] = decoded.acts
    if (found === undefined) throw new Error('no act')
    const { payload, postings, number, at, ...texts } = found
    expect({ ...texts, number: String(number), at: Number(at) }).toEqual({
      ...{ number: act.number, at: act.at, kind: act.kind, actor: act.actor, cause: act.cause, subject: act.subject },
    })
    expect(Object.fromEntries([...payload].map(([name, value]) => [name, written(value)]))).toEqual(act.payload)
    const lines = postings.map(({ account, posted, postedAfter, held, heldAfter }) => ({
      ...{ account: Number(account), posted: String(posted), postedAfter: String(postedAfter) },
      ...{ held: String(held), heldAfter: String(heldAfter) },
    }))
    expect(lines).toEqual(act.postings.map(({ holdId: _, ...line }) => line))
    expect(postings.map(({ hold }) => hold !== undefined)).toEqual(act.postings.map((line) => 'holdId' in line))
  })

  it.each(vectors.refused)('are refused otherwise: $name', ({ hex }) => {
    expect(decodeActs(bytesOf(hex)).ok).toBe(false)
  })

  it('stand one behind the other', () => {
    const body = bytesOf(vectors.acts.map(({ hex }) => hex).join(''))
    expect(decodeActs(body)).toMatchObject({ ok: true, acts: vectors.acts.map(({ act: { kind } }) => ({ kind })) })
    expect(decodeActs(body.slice(0, -1))).toMatchObject({
      ok: false,
      problem: expect.stringContaining(`act ${vectors.acts.length}`),
    })
  })
})
