import { hash } from 'node:crypto'
import type { Call } from '@bolsillo/contract'
import { describe, expect, it } from 'vitest'
import { readConsistency, readInclusion } from '../../contract/index.ts'
import { accountId, type HashedEntry, hexText, plainHead, type WitnessLine } from '../../domain/index.ts'
import {
  custodyPesos,
  editedAct,
  fixtureEntry,
  fixtureJournal,
  mariaDollars,
  mariaPesos,
  moves,
} from '../../fixtures.ts'
import { checkInclusion, type Inclusion } from './check-inclusion.ts'
import { loadDeviceHash } from './device-hash.ts'
import type { AskServer } from './follow-head.ts'
import { type House, houseOf, makeKeys, memoryWith, nodes256 } from './testing/house.ts'

/** A server with a journal from before acts; `named` distinguishes one history from another. */
function house(named: string, keys = makeKeys()) {
  const previousHash = 'aa'.repeat(32)
  const entries = Array.from({ length: 40 }, (_, at): HashedEntry => {
    const [seq, entryId] = [`${at + 1}`, `ent_${at + 1}`]
    const canonical = JSON.stringify([
      'bolsillo.ledger.entry.1',
      seq,
      previousHash,
      entryId,
      named,
      1,
      'x',
      'y',
      {},
      [],
    ])
    return { seq, entryId, previousHash, canonical, hash: hash('sha256', canonical) }
  })
  return houseOf(
    entries.map((entry) => Buffer.from(entry.hash, 'hex')),
    entries,
    keys,
  )
}

/** A server with a journal of acts: number 7 moves accounts that numbers 1, 2, 5 and 6 name. */
function houseOfActs() {
  const entries = Array.from({ length: 40 }, (_, at) => {
    const dollars = at === 2 ? [moves(mariaDollars, 1n), moves(custodyDollars, -1n)] : []
    return fixtureEntry(at + 1, [moves(mariaPesos, 1n), moves(custodyPesos, -1n), ...dollars])
  })
  const { acts, shown } = fixtureJournal(entries, nodes256)
  return houseOf(acts.map(nodes256), shown, makeKeys())
}
const custodyDollars = accountId('venue-simulated', 'custody', 'USD')

/** Asks this house, which has signed so many entries; `change` is what it does to its answer. */
const asking = (of: House, count: number, change: (reply: Inclusion) => Inclusion = (reply) => reply): AskServer =>
  (async (call: Call, request: { entryId?: string; from?: string; to?: string }) => {
    if (call === readInclusion) {
      return { kind: 'reply', data: change(of.inclusionOf(request.entryId, count)) }
    }
    if (call !== readConsistency) throw new Error(`nobody asks for ${call.name}`)
    if (Number(request.to) > count) return { kind: 'rejected', code: 14_006, message: '', rejection: '', values: {} }
    return { kind: 'reply', data: of.consistency(Number(request.from), Number(request.to)) }
  }) as AskServer

const treeless = ({ tree: _, ...head }: WitnessLine) => plainHead(head)

const device = await loadDeviceHash()
const honest = house('honest')
const check = (ask: AskServer, memory = memoryWith(), entryId = 'ent_7', known?: string) =>
  checkInclusion({ ask, memory, device }, [{ entryId, hash: known }])

const proofOf = (reply: Inclusion) => {
  if (reply.proof === undefined) throw new Error('no proof')
  return reply.proof
}
const changed = (reply: Inclusion, change: Partial<NonNullable<Inclusion['proof']>>): Inclusion => ({
  ...reply,
  proof: { ...proofOf(reply), ...change },
})

describe('following an entry on this device', () => {
  it('leads from the text to the signature, and keeps the head', async () => {
    const memory = memoryWith()
    const found = await check(asking(honest, 33), memory, 'ent_7', honest.inclusion(7, 33).hash)
    expect(found).toMatchObject({ kind: 'signed', head: { seq: 33n } })
    expect(memory.read()).toEqual(honest.head(33))
    expect(found.kind === 'signed' && JSON.parse(found.file)).toMatchObject({
      kind: 'bolsillo.receipt-file.1',
      entries: [{ entryId: 'ent_7', proof: { size: '33' } }],
    })
  })

  it.each<[string, (reply: Inclusion) => Inclusion]>([
    ['another entry', () => honest.inclusion(8, 33)],
    ['another text', (reply) => ({ ...reply, canonical: reply.canonical?.replace('honest', 'edited') })],
    ['another hash without its text', (reply) => ({ ...reply, canonical: undefined, hash: 'ab'.repeat(32) })],
    ['a hash that is none', (reply) => ({ ...reply, canonical: undefined, hash: 'zz' })],
    ['another place', (reply) => changed({ ...reply, canonical: undefined, seq: '9' }, { index: '8' })],
    ['a number that is not its place', (reply) => ({ ...reply, canonical: undefined, seq: '9' })],
    ['a place that is not its number', (reply) => changed(reply, { index: '7' })],
    ['a place that is no number', (reply) => changed(reply, { index: '-1' })],
    ['a path cut short', (reply) => changed(reply, { path: proofOf(reply).path.slice(1) })],
    ['a path with what is no hash', (reply) => changed(reply, { path: [...proofOf(reply).path, 'zz'] })],
    ['a tree of another size', (reply) => changed(reply, { size: '34' })],
    ['a root nobody signed', (reply) => changed(reply, { head: { ...proofOf(reply).head, root: 'ab'.repeat(32) } })],
    [
      'a head signed by nobody',
      (reply) => changed(reply, { head: { ...proofOf(reply).head, signature: 'A'.repeat(86) } }),
    ],
    ['a head without a tree', (reply) => changed(reply, { head: treeless(honest.head(33)) })],
    ['no proof', (reply) => ({ ...reply, proof: undefined })],
  ])('finds %s', async (_, change) => {
    const memory = memoryWith()
    expect(await check(asking(honest, 33, change), memory)).toEqual({ kind: 'false', entryId: 'ent_7' })
    expect(memory.read()).toBeUndefined()
  })

  it('finds an entry that is not the one the receipt gave', async () => {
    expect(await check(asking(honest, 33), memoryWith(), 'ent_7', 'ab'.repeat(32))).toMatchObject({ kind: 'false' })
  })

  it('asks again for what is not under a head yet, a few times', async () => {
    const pauses: number[] = []
    const pause = async (ms: number) => void pauses.push(ms)
    const later = (reply: Inclusion): Inclusion =>
      pauses.length < 2 ? { ...reply, state: 'waiting', nextAt: 99, proof: undefined } : reply
    const following = { memory: memoryWith(), device, pause }
    const named = [{ entryId: 'ent_7' }]
    expect(await checkInclusion({ ...following, ask: asking(honest, 33, later) }, named)).toMatchObject({
      kind: 'signed',
    })
    expect(pauses).toEqual([1100, 1100])
    const never = asking(honest, 33, (reply) => ({ ...reply, state: 'waiting', nextAt: 99, proof: undefined }))
    expect(await checkInclusion({ ...following, ask: never }, named)).toEqual({ kind: 'waiting', nextAt: 99 })
    expect(pauses).toHaveLength(5)
  })

  it('tells apart what cannot be told yet', async () => {
    const waiting = asking(honest, 33, (reply) => ({ ...reply, state: 'waiting', nextAt: 99, proof: undefined }))
    expect(await check(waiting)).toEqual({ kind: 'waiting', nextAt: 99 })
    const stopped = asking(honest, 33, (reply) => ({ ...reply, state: 'stopped', proof: undefined }))
    expect(await check(stopped)).toEqual({ kind: 'stopped' })
    expect(await check((async () => ({ kind: 'unknown', offline: true })) as AskServer)).toEqual({
      kind: 'unavailable',
    })
    expect(await checkInclusion({ ask: asking(honest, 33), memory: memoryWith(), device }, [])).toEqual({
      kind: 'nothing',
    })
  })
})

describe('following an act and the names of its accounts on this device', () => {
  const modern = houseOfActs()
  const entryId = modern.inclusion(7, 33).entryId
  const checkAct = (change?: (reply: Inclusion) => Inclusion) =>
    check(asking(modern, 33, change), memoryWith(), entryId, modern.inclusion(7, 33).hash)

  it('leads from both to the signature', async () => {
    expect(modern.inclusion(7, 33).names?.map(({ seq }) => seq)).toEqual(['1', '2', '5', '6'])
    expect(await checkAct()).toMatchObject({ kind: 'signed', head: { seq: 33n } })
    // One that names another customer is followed by its hash alone.
    const hidden = (reply: Inclusion) => changed({ ...reply, act: undefined, names: undefined }, { names: undefined })
    expect(await checkAct(hidden)).toMatchObject({ kind: 'signed' })
  })

  const namesOf = ({ names = [] }: Inclusion) => names
  const waysOf = (reply: Inclusion) => proofOf(reply).names ?? []
  /** The reply with its first name and the way of that name changed. */
  const renamed = (
    reply: Inclusion,
    name: Partial<ReturnType<typeof namesOf>[number]>,
    way: Partial<ReturnType<typeof waysOf>[number]> = {},
  ): Inclusion => {
    const [[first = { seq: '', act: '' }, ...names], [own = { index: '', path: [] }, ...ways]] = [
      namesOf(reply),
      waysOf(reply),
    ]
    return changed({ ...reply, names: [{ ...first, ...name }, ...names] }, { names: [{ ...own, ...way }, ...ways] })
  }
  const elsewhere = (reply: Inclusion) => {
    const act = editedAct(namesOf(reply)[0]?.act, () => ({ number: 3n }))
    return renamed(reply, { seq: '3', act }, modern.wayOf('3', 33))
  }
  it.each<[string, (reply: Inclusion) => Inclusion]>([
    ['another entry', () => modern.inclusion(8, 33)],
    ['another entry’s act', (reply) => ({ ...reply, act: modern.inclusion(8, 33).act })],
    ['a changed act', (reply) => ({ ...reply, act: editedAct(reply.act, () => ({ subject: 'deposit:dep_2' })) })],
    [
      'a changed act under its own hash',
      (reply) => {
        const act = editedAct(reply.act, () => ({ subject: 'deposit:dep_2' }))
        return { ...reply, act, hash: hexText(nodes256(Buffer.from(act, 'hex'))) }
      },
    ],
    ['an act that is not canonical', (reply) => ({ ...reply, act: reply.act?.replace('8901', '891801') })],
    ['an act without names', (reply) => changed({ ...reply, names: undefined }, { names: undefined })],
    ['names without an act', (reply) => ({ ...reply, act: undefined })],
    [
      'a name left out',
      (reply) => changed({ ...reply, names: namesOf(reply).slice(1) }, { names: waysOf(reply).slice(1) }),
    ],
    ['a way of a name left out', (reply) => changed(reply, { names: waysOf(reply).slice(1) })],
    ['a way too many', (reply) => changed(reply, { names: [...waysOf(reply), modern.wayOf('3', 33)] })],
    ['the ways of other names', (reply) => changed(reply, { names: waysOf(reply).toReversed() })],
    ['no ways', (reply) => changed(reply, { names: undefined })],
    [
      'a number given to another name',
      (reply) => renamed(reply, { act: editedAct(namesOf(reply)[0]?.act, () => ({ subject: 'house:fees:MXN' })) }),
    ],
    ['a name from another place', elsewhere],
    ['a name with a path cut short', (reply) => renamed(reply, {}, { path: waysOf(reply)[0]?.path.slice(1) ?? [] })],
    ['a name with a place that is no number', (reply) => renamed(reply, {}, { index: 'x' })],
  ])('finds %s', async (_, change) => {
    expect(await checkAct(change)).toEqual({ kind: 'false', entryId })
  })

  it('finds that a receipt was given other names than lead to the head', async () => {
    const { names = [], hash: known } = modern.inclusion(7, 33)
    const following = { ask: asking(modern, 33), memory: memoryWith(), device }
    const found = async (given: typeof names) =>
      (await checkInclusion(following, [{ entryId, hash: known, names: given }])).kind
    expect(await found(names)).toBe('signed')
    const [first, ...others] = names
    const act = editedAct(first?.act, () => ({ subject: 'cus_01KJ0000000000000000000009:stock:MXN' }))
    expect(await found([{ seq: '1', act }, ...others])).toBe('false')
    expect(await found(others)).toBe('false')
    const hidden = (reply: Inclusion) => changed({ ...reply, act: undefined, names: undefined }, { names: undefined })
    const hiding = { ...following, ask: asking(modern, 33, hidden) }
    expect((await checkInclusion(hiding, [{ entryId, hash: known, names }])).kind).toBe('false')
  })

  it('finds an act where none of its own was asked for', async () => {
    // The receipt gave no hash: nothing but the act itself names the entry.
    const other = (reply: Inclusion) => ({ ...modern.inclusion(8, 33), entryId: reply.entryId })
    expect(await check(asking(modern, 33, other), memoryWith(), entryId)).toEqual({ kind: 'false', entryId })
  })
})

describe('following heads on this device', () => {
  it('goes on from every head that was seen before, and keeps the newest', async () => {
    for (const seen of [1, 7, 8, 31, 32, 33, 39]) {
      const memory = memoryWith(honest.head(seen))
      // What was seen may be newer than what is shown here: answers cross on their way.
      expect(
        await check(
          asking(honest, 40, () => honest.inclusion(7, 33)),
          memory,
        ),
        `${seen}`,
      ).toMatchObject({
        kind: 'signed',
      })
      expect(memory.read()?.seq).toBe(BigInt(Math.max(seen, 33)))
    }
  })

  it('finds another journal signed with the same key, and keeps what was seen first', async () => {
    const other = house('other', honest.keys)
    for (const seen of [1, 8, 33, 39]) {
      const memory = memoryWith(honest.head(seen))
      expect(await check(asking(other, 33), memory), `${seen}`).toMatchObject({ kind: 'contradicts' })
      expect(memory.read()).toEqual(honest.head(seen))
    }
  })

  it('finds a journal that was cut off behind what was seen, and another key', async () => {
    expect(await check(asking(honest, 33), memoryWith(honest.head(39)))).toMatchObject({ kind: 'contradicts' })
    expect(await check(asking(house('honest'), 33), memoryWith(honest.head(33)))).toMatchObject({ kind: 'contradicts' })
  })

  it('says nothing of a head it got no answer about', async () => {
    const ask = asking(honest, 33)
    const mute = (async (call: Call, request: Record<string, unknown>) =>
      call === readConsistency ? { kind: 'unknown', offline: true } : await ask(call, request)) as AskServer
    const memory = memoryWith(honest.head(8))
    expect(await check(mute, memory)).toEqual({ kind: 'unavailable' })
    expect(memory.read()?.seq).toBe(8n)
  })
})
