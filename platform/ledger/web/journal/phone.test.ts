import { hash, sign } from 'node:crypto'
import type { Call } from '@bolsillo/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { readBooks, readConsistency, readWitnesses } from '../../contract/index.ts'
import {
  checkpointText,
  cosignatureOldMs,
  cosignedText,
  noteKeyBytes,
  noteKeyId,
  type WitnessState,
  writeNote,
  writeNoteKey,
} from '../../domain/index.ts'
import { checkWitnesses, type WitnessFinding } from './check-witnesses.ts'
import { compareHeads } from './compare-heads.ts'
import { loadDeviceHash } from './device-hash.ts'
import { type AskServer, followNewestHead } from './follow-head.ts'
import { followFork, keepFork, noteStanding, openFork, readForks } from './fork-found.ts'
import { readHeadCode, writeHeadCode } from './head-code.ts'
import { type House, houseOf, makeKeys, memoryWith, nodes256 } from './testing/house.ts'

// What a phone finds by itself: of another phone's head, and of what witnesses cosigned.

const historyOf = (named: string, keys = makeKeys(), firstAt = 1000) =>
  houseOf(
    Array.from({ length: 40 }, (_, at) => hash('sha256', `${named}.${at}`, 'buffer')),
    [],
    keys,
    firstAt,
  )
const device = await loadDeviceHash()
const honest = historyOf('honest')
const forged = historyOf('forged', honest.keys)

/** What of the page's storage is remembered between tests: none. */
beforeEach(() => {
  for (let fork = openFork(); fork !== undefined; fork = openFork()) followFork(fork)
})

const reply = (data: unknown) => ({ kind: 'reply', data })

/** A house that shows the head of so many entries, and this of its witnesses. */
const asking = (of: House, count: number, witnesses: () => unknown = () => ({ witnesses: [] })): AskServer =>
  (async (call: Call, request: { from?: string; to?: string }) => {
    if (call === readBooks) return reply({ signed: of.consistency(0, count).head })
    if (call === readWitnesses) return reply(witnesses())
    if (call !== readConsistency) throw new Error(`nobody asks for ${call.name}`)
    if (Number(request.to) > count) return { kind: 'rejected', code: 14_006, message: '', rejection: '', values: {} }
    return reply(of.consistency(Number(request.from), Number(request.to)))
  }) as AskServer

const codeOf = (of: House, count: number): string => writeHeadCode(of.head(count)) ?? ''

describe('a phone on its first visit', () => {
  const firstVisit = () => ({ ...memoryWith(), isNew: () => true })

  it('is reported wherever the page follows the head, whichever place asks first', async () => {
    const following = { memory: firstVisit(), device }
    const kinds = [33, 33, 40].map(async (count) => followNewestHead({ ...following, ask: asking(honest, count) }))
    expect((await Promise.all(kinds)).map(({ kind }) => kind)).toEqual(['first', 'first', 'first'])
  })

  it('still finds a journal that does not continue what it saw', async () => {
    const following = { memory: firstVisit(), device }
    await followNewestHead({ ...following, ask: asking(honest, 33) })
    expect(await followNewestHead({ ...following, ask: asking(forged, 40) })).toMatchObject({ kind: 'contradicts' })
  })
})

describe('two phones', () => {
  it('show a head as a code that is short enough for a camera, and read it back', () => {
    const code = codeOf(honest, 33)
    expect(code.length).toBeLessThan(300)
    expect(readHeadCode(`  ${code}\n`)).toEqual(honest.head(33))
    for (const other of ['', 'bolsillo-1.', code.slice(1), code.slice(0, -2), `${code}AA`, code.replace('-1.', '-2.')])
      expect(readHeadCode(other), other.slice(0, 20)).toBeUndefined()
    expect(writeHeadCode({ ...honest.head(33), key: 'x' })).toBeUndefined()
  })

  it('find one journal to be one, whoever saw more of it', async () => {
    for (const [own, others] of [
      [8, 33],
      [33, 8],
      [33, 33],
    ] as const) {
      const following = { ask: asking(honest, 40), memory: memoryWith(honest.head(own)), device }
      expect(await compareHeads(following, codeOf(honest, others))).toMatchObject({ kind: 'same' })
    }
    expect(openFork()).toBeUndefined()
  })

  it.each([8, 33, 39])('find two journals the house signed, and keep both heads (%i)', async (others) => {
    const memory = memoryWith(honest.head(33))
    const found = await compareHeads({ ask: asking(honest, 40), memory, device }, codeOf(forged, others))
    expect(found.kind).toBe('contradicts')
    expect(openFork()).toMatchObject({ source: 'other', seen: { size: 33n }, head: { seq: BigInt(others) } })
    expect(JSON.parse(openFork()?.evidence ?? '')).toMatchObject({
      kind: 'bolsillo.two-heads.1',
      heads: [{ seq: '33', root: honest.head(33).tree?.root }, { seq: String(others) }],
    })
    expect(memory.read()).toEqual(honest.head(33))
  })

  it('are not frightened by a code nobody signed, of another house, or of nothing', async () => {
    const following = { ask: asking(honest, 40), memory: memoryWith(honest.head(33)), device }
    const other = writeHeadCode({ ...forged.head(39), signature: honest.head(39).signature }) ?? ''
    expect((await compareHeads(following, other)).kind).toBe('other-house')
    expect((await compareHeads(following, codeOf(historyOf('elsewhere'), 39))).kind).toBe('other-house')
    expect((await compareHeads(following, 'a letter')).kind).toBe('not-a-code')
    expect((await compareHeads({ ...following, memory: memoryWith() }, other)).kind).toBe('nothing')
    expect(openFork()).toBeUndefined()
  })
})

describe('a fork that was found', () => {
  it('is shown until its owner is done with it, whatever the server shows meanwhile, and kept after that', () => {
    const [seen, head] = [honest.head(8), forged.head(33)]
    noteStanding({ kind: 'contradicts', seen, head })
    noteStanding({ kind: 'extends', seen, head: honest.head(33) })
    noteStanding({ kind: 'contradicts', seen, head: forged.head(39) })
    const fork = openFork()
    expect(fork).toMatchObject({ source: 'phone', head: { seq: 33n } })
    if (fork === undefined) throw new Error('not kept')
    followFork(fork)
    expect(openFork()).toBeUndefined()
    // Found again later, it is shown again.
    noteStanding({ kind: 'contradicts', seen, head: forged.head(40) })
    expect(openFork()).toMatchObject({ head: { seq: 40n } })
  })

  it('is read from what was stored, and anything else is nothing', () => {
    const [plain] = [historyOf('x').consistency(0, 3).head]
    const stored = { source: 'phone', seen: { size: '2', root: 'ab'.repeat(32) }, head: plain, evidence: '{}' }
    expect(readForks(JSON.stringify([stored]))).toMatchObject([{ head: { seq: 3n }, isFollowed: false }])
    for (const text of ['', '{', '{}', 'null', '[null]', '[1]', JSON.stringify([{ ...stored, head: {} }])])
      expect(readForks(text), text).toEqual([])
  })

  it('gives way to newer ones only once it was told', () => {
    for (let at = 1; at <= 30; at += 1) {
      const seen = { size: 1n, root: at.toString(16).padStart(64, '0') }
      keepFork({ source: 'witnesses', seen, head: forged.head(3), evidence: String(at) })
    }
    const told: string[] = []
    for (let fork = openFork(); fork !== undefined; fork = openFork()) {
      told.push(fork.evidence)
      followFork(fork)
    }
    expect(told).toHaveLength(30)
  })
})

describe('what witnesses cosigned', () => {
  const origin = 'firm.example/journal'
  const logKey = (keys: ReturnType<typeof makeKeys>) => {
    const key = noteKeyBytes(String(keys.publicKey.export({ format: 'jwk' }).x)) ?? new Uint8Array()
    return { name: origin, id: noteKeyId(origin, 'log', key, nodes256), key }
  }
  const makeWitness = (name: string) => {
    const keys = makeKeys()
    const key = noteKeyBytes(String(keys.publicKey.export({ format: 'jwk' }).x)) ?? new Uint8Array()
    const id = noteKeyId(name, 'witness', key, nodes256)
    const line = (text: string, ms: number) => {
      const time = Buffer.alloc(8)
      time.writeBigUInt64BE(BigInt(Math.floor(ms / 1000)))
      const signature = sign(null, Buffer.from(cosignedText(text, BigInt(Math.floor(ms / 1000)))), keys.privateKey)
      return { name, id, signature: Buffer.concat([time, signature]) }
    }
    return { vkey: writeNoteKey({ name, id, key }, 'witness'), line }
  }
  const [one, two] = [makeWitness('a.example'), makeWitness('b.example')]
  /** What the house answers: a checkpoint of this journal, with these cosignatures at this time. */
  const shown = (
    of: House,
    count: number,
    by: readonly ReturnType<typeof makeWitness>[],
    { at = 1000, states = ['cosigned', 'cosigned'], keys = of.keys } = {} as {
      at?: number
      states?: readonly WitnessState[]
      keys?: House['keys']
    },
  ) => {
    const tree = of.head(count).tree ?? { size: 0n, root: '' }
    const log = logKey(keys)
    const text = checkpointText({ origin, ...tree })
    const own = { name: origin, id: log.id, signature: sign(null, Buffer.from(text), keys.privateKey) }
    return () => ({
      cosigned: {
        log: writeNoteKey(log, 'log'),
        note: writeNote(text, [own, ...by.map((each) => each.line(text, at))]),
      },
      witnesses: [one, two].map(({ vkey }, place) => ({ key: vkey, state: states[place] ?? 'waiting' })),
    })
  }
  const seenBefore: Record<string, number>[] = []
  const check = (ask: AskServer, memory = memoryWith(), seen: Record<string, number> = {}): Promise<WitnessFinding> =>
    checkWitnesses({ ask, memory, device }, { read: () => seen, write: (next) => void seenBefore.push({ ...next }) })

  it('is counted by the signatures that are true here, not by what the house says', async () => {
    expect(await check(asking(honest, 33, shown(honest, 30, [one, two])))).toMatchObject({
      kind: 'checked',
      count: 2,
      size: 30n,
      isOld: false,
      gone: [],
    })
    expect(await check(asking(honest, 33, shown(honest, 33, [one])))).toMatchObject({ count: 1 })
    const impostor = makeWitness('a.example')
    expect(await check(asking(honest, 33, shown(honest, 33, [impostor])))).toMatchObject({ count: 0, isOld: true })
  })

  it('is an alarm when it grew old by the house’s own signed time', async () => {
    const found = (lateMs: number) => {
      const later = historyOf('honest', honest.keys, 1000 + lateMs)
      return check(asking(later, 33, shown(honest, 30, [one], { at: 1000 })))
    }
    expect(await found(cosignatureOldMs - 1000)).toMatchObject({ count: 1, isOld: false })
    expect(await found(cosignatureOldMs + 1000)).toMatchObject({ count: 1, isOld: true })
  })

  it('finds a forged journal on a phone that never saw the true one', async () => {
    // The forger has the house's key and shows the last note witnesses signed: that note cannot be forged.
    const found = await check(asking(forged, 39, shown(honest, 30, [one, two])))
    expect(found).toMatchObject({ kind: 'contradicts', fork: { source: 'witnesses', seen: { size: 30n } } })
    expect(openFork()).toMatchObject({ source: 'witnesses', head: { seq: 39n } })
    const evidence: unknown = JSON.parse(openFork()?.evidence ?? '')
    expect(evidence).toMatchObject({ heads: [{ note: expect.stringContaining(origin) }, { seq: '39' }] })
  })

  it('is nothing when the house did not sign it, and says who is not named any more', async () => {
    const others = makeKeys()
    expect(await check(asking(honest, 33, shown(honest, 30, [one], { keys: others })))).toEqual({ kind: 'false' })
    expect(await check(asking(honest, 33))).toEqual({ kind: 'nobody' })
    const gone = makeWitness('gone.example')
    const found = await check(asking(honest, 33, shown(honest, 30, [one])), memoryWith(), { [gone.vkey]: 1000 })
    expect(found).toMatchObject({ gone: ['gone.example'] })
    expect(Object.keys(seenBefore.at(-1) ?? {})).toEqual([one.vkey, two.vkey, gone.vkey])
  })
})
