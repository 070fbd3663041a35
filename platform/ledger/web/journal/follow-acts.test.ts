import { mariaSignsIn } from '@bolsillo/audit/fixtures'
import type { Call } from '@bolsillo/contract'
import { describe, expect, it } from 'vitest'
import { readConsistency } from '../../contract/index.ts'
import { actBytes, hexText, payloadOfRecord, plainHead } from '../../domain/index.ts'
import { loadDeviceHash } from './device-hash.ts'
import { followActs, type RecordedLine } from './follow-acts.ts'
import type { AskServer } from './follow-head.ts'
import { type House, houseOf, makeKeys, memoryWith, nodes256 } from './testing/house.ts'

const actOf = (number: bigint) => {
  const { at, actor, subject } = mariaSignsIn
  const payload = payloadOfRecord(number, { ...mariaSignsIn, details: { by: String(number) } })
  return actBytes({ number, at, kind: 'audit', actor, cause: `act:${number}`, subject, payload, postings: [] })
}
const acts = Array.from({ length: 40 }, (_, at) => actOf(BigInt(at + 1)))
const houseWith = (keys = makeKeys(), own = acts) => houseOf(own.map(nodes256), [], keys)
const honest = houseWith()
const lineOf = (seq: number, count = 33, of: House = honest): RecordedLine => ({
  seq: String(seq),
  act: hexText(acts[seq - 1] ?? new Uint8Array()),
  way: of.wayOf(String(seq), count),
  head: plainHead(of.head(count)),
})
const device = await loadDeviceHash()
const follow = (lines: readonly RecordedLine[], memory = memoryWith(), of: House = honest) => {
  const ask = (async (call: Call, { from, to }: { from?: string; to?: string }) => {
    if (call !== readConsistency) throw new Error(`nobody asks for ${call.name}`)
    return { kind: 'reply', data: of.consistency(Number(from), Number(to)) }
  }) as AskServer
  return followActs({ ask, memory, device }, lines)
}

describe('following records of the audit on this device', () => {
  it('leads from each act to its head, and from head to head', async () => {
    const memory = memoryWith(honest.head(8))
    expect(await follow([lineOf(7), lineOf(8), lineOf(33), lineOf(40, 40)], memory)).toEqual({
      kind: 'signed',
      size: '40',
    })
    expect(memory.read()).toEqual(honest.head(40))
  })

  it('passes over what has no way, and knows nothing where nothing has one', async () => {
    expect(await follow([{ seq: '1' }, lineOf(7)])).toMatchObject({ kind: 'signed' })
    expect(await follow([{ seq: '1' }])).toEqual({ kind: 'unknown' })
  })

  it.each<[string, RecordedLine]>([
    ['another act', { ...lineOf(7), act: lineOf(8).act }],
    ['an act that was changed', { ...lineOf(7), act: hexText(actOf(7n)).replace('6374', '6375') }],
    ['what is no act', { ...lineOf(7), act: 'zz' }],
    ['no act', { ...lineOf(7), act: undefined }],
    ['another place', { ...lineOf(7), way: honest.wayOf('8', 33) }],
    ['a path cut short', { ...lineOf(7), way: { ...honest.wayOf('7', 33), path: [] } }],
    ['a head of another size', { ...lineOf(7), head: plainHead(honest.head(34)) }],
    ['a head signed by nobody', { ...lineOf(7), head: { ...plainHead(honest.head(33)), signature: 'A'.repeat(86) } }],
    ['a head that is none', { ...lineOf(7), head: {} }],
  ])('finds %s', async (_, line) => {
    const memory = memoryWith()
    expect(await follow([line], memory)).toEqual({ kind: 'false', seq: '7' })
    expect(memory.read()).toBeUndefined()
  })

  it('finds a head that contradicts the one this device saw', async () => {
    const other = houseWith(honest.keys, [actOf(99n), ...acts.slice(1)])
    const memory = memoryWith(other.head(20))
    expect(await follow([lineOf(7)], memory)).toEqual({ kind: 'contradicts' })
    expect(memory.read()).toEqual(other.head(20))
  })
})
