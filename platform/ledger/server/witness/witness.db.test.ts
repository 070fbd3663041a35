import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { instant } from '@bolsillo/kernel'
import { transaction } from '@bolsillo/server-kit'
import { type TestDatabase, testDatabase, testServices } from '@bolsillo/test-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { headStatement, noLineBefore, writeWitnessLine } from '../../domain/index.ts'
import { fundingEntry, mariaPesos } from '../../fixtures.ts'
import { createLedger } from '../create-ledger.ts'
import { treeRoot } from '../journal/journal-tree.ts'
import type { Ledger } from '../ledger.ts'
import { verifyLedger } from '../verify/verify-ledger.ts'
import { openLines, readInParts } from './durable-lines.ts'
import { createSigner } from './signing.ts'
import { readWitness } from './verify-witness.ts'
import { createWitness } from './witness.ts'

let database: TestDatabase
let folder: string
let ledger: Ledger
beforeEach(async () => {
  ledger = createLedger()
  database = await testDatabase()
  folder = mkdtempSync(join(tmpdir(), 'bolsillo-witness-'))
  await post(1)
})
afterEach(async () => {
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

const post = (number: number) =>
  transaction(database.sql, (tx) => ledger.post(tx, [fundingEntry(number, mariaPesos, BigInt(number))]))
const fileOf = (name = 'heads.jsonl') => join(folder, 'below', name)
const witnessOn = (file = fileOf(), seed = 1) => {
  const { sql, log } = testServices({ sql: database.sql })
  return createWitness({ sql, log, seed: new Uint8Array(32).fill(seed), file })
}
const at = (ms: number) => instant(1_770_000_000_000 + ms)
const textOf = (file = fileOf()) => readFileSync(file, 'utf8')

describe('the witness', () => {
  it('signs the head when it moved, each line over the one before', async () => {
    const witness = witnessOn()
    await witness.sign(at(1))
    await witness.sign(at(2))
    await post(2)
    await witness.sign(at(3))
    const reading = readWitness(textOf())
    expect(reading).toMatchObject({
      ok: true,
      heads: [
        { seq: 3n, at: at(1) },
        { seq: 4n, at: at(3) },
      ],
    })
    expect(witness.last()).toEqual(reading.ok ? reading.heads[1] : undefined)
    expect(reading.ok && (await verifyLedger(database.sql, { witnessed: reading.heads })).ok).toBe(true)
  })

  it('signs the tree of all entries with the head, and goes on after heads of before there was one', async () => {
    const { sql, log } = testServices({ sql: database.sql })
    const signer = createSigner(new Uint8Array(32).fill(1))
    const [{ seq, hash } = { seq: 0n, hash: '' }] = await sql<{ seq: bigint; hash: string }[]>`
      select seq, encode(hash, 'hex') as hash from ledger_head`
    const before = { seq, hash, at: at(1), previous: noLineBefore }
    const old = { ...before, key: signer.key, signature: signer.sign(headStatement(before)) }
    mkdirSync(join(folder, 'below'))
    writeFileSync(fileOf(), `${writeWitnessLine(old)}\n`)
    expect(textOf()).not.toContain('root')
    const witness = createWitness({ sql, log, seed: new Uint8Array(32).fill(1), file: fileOf() })
    await witness.sign(at(2))
    await witness.sign(at(3))
    await post(2)
    await witness.sign(at(4))
    const reading = readWitness(textOf())
    expect(reading).toMatchObject({
      ok: true,
      heads: [
        { seq: 3n, at: at(1) },
        { seq: 3n, at: at(2), tree: { size: 3n } },
        { seq: 4n, at: at(4), tree: { size: 4n, root: await treeRoot(sql, 4n) } },
      ],
    })
    const heads = reading.ok ? reading.heads : []
    expect(await verifyLedger(sql, { witnessed: heads })).toMatchObject({ ok: true })
    const forged = heads.map((head) => ({ ...head, ...(head.tree && { tree: { ...head.tree, root: hash } }) }))
    expect(await verifyLedger(sql, { witnessed: forged })).toMatchObject({
      ok: false,
      seq: 3n,
      problem: expect.stringMatching(/^the tree of the first 3 entries was signed with the root/),
    })
  })

  it('signs nothing once the tree is not what was signed, though the chain is', async () => {
    const { sql } = database
    const entries = Array.from({ length: 300 }, (_, place) => fundingEntry(100 + place, mariaPesos, 1n))
    await transaction(sql, (tx) => ledger.post(tx, entries))
    const witness = witnessOn()
    await witness.sign(at(1))
    const before = textOf()
    await database.owner.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`update ledger_tree set hash = sha256(hash)`
    })
    await post(2)
    await witness.sign(at(2))
    expect(witness.problem()).toMatch(/^the tree of 303 entries was signed as [0-9a-f]{64}, it is [0-9a-f]{64}$/)
    expect(textOf()).toBe(before)
  })

  it('gives nobody a head older than a second, and signs no more often, however many ask', async () => {
    const witness = witnessOn()
    expect(await witness.fresh(at(1))).toMatchObject({ seq: 3n, at: at(1) })
    for (let ms = 2; ms <= 4000; ms += 100) {
      if (ms % 500 === 2) await post(2 + (ms - 2) / 500)
      const asked = await Promise.all([witness.fresh(at(ms)), witness.fresh(at(ms)), witness.fresh(at(ms))])
      // One entry each half second, at 2, 502 and so on; what is a second old is under what is given.
      expect(asked.every((head) => Number(head?.seq ?? 0n) >= 4 + Math.floor((ms - 1002) / 500))).toBe(true)
    }
    const reading = readWitness(textOf())
    const signedAt = reading.ok ? reading.heads.map((head) => head.at - at(0)) : []
    expect(signedAt).toHaveLength(4)
    expect(signedAt.every((ms, place) => ms - (signedAt[place - 1] ?? -1000) >= 1000)).toBe(true)
    expect(reading.ok && (await verifyLedger(database.sql, { witnessed: reading.heads })).ok).toBe(true)
  })

  it('adds no line while nothing moves, and gives a head only when its line is there', async () => {
    const witness = witnessOn()
    for (let second = 0; second < 20; second += 1)
      expect(textOf_(await witness.fresh(at(second * 1000)))).toBe(textOf().trimEnd())
    expect(textOf().split('\n')).toHaveLength(2)
    // A clock that was set back is no reason to give an old head.
    await post(2)
    expect(await witness.fresh(at(5000))).toMatchObject({ seq: 4n })
  })
  const textOf_ = (line: Parameters<typeof writeWitnessLine>[0] | undefined) => line && writeWitnessLine(line)

  it('stores the tree in between, so that signing finds it', async () => {
    const { sql } = database
    const witness = witnessOn()
    const entries = Array.from({ length: 300 }, (_, place) => fundingEntry(100 + place, mariaPesos, 1n))
    await transaction(sql, (tx) => ledger.post(tx, entries))
    await witness.grow()
    expect([...(await sql`select level, place from ledger_tree`)]).toEqual([{ level: 8, place: 0n }])
  })

  it('signs in turns with another server, in one file, and in two', async () => {
    const [first, second, elsewhere] = [witnessOn(), witnessOn(), witnessOn(fileOf('other.jsonl'))]
    for (let number = 2; number < 12; number += 1) {
      await post(number)
      await Promise.all([first, second, elsewhere].map((one) => one.fresh(at(number * 2000))))
      await post(100 + number)
      await Promise.all([second, elsewhere, first].map((one) => one.sign(at(number * 2000 + 1))))
    }
    const last = { seq: 23n, problem: undefined }
    for (const one of [first, second, elsewhere]) expect({ seq: one.last()?.seq, problem: one.problem() }).toEqual(last)
    for (const file of [fileOf(), fileOf('other.jsonl')]) {
      const reading = readWitness(textOf(file))
      expect(reading).toMatchObject({ ok: true })
      expect(reading.ok && reading.heads.map(({ seq }) => seq)).toEqual(
        Array.from({ length: 20 }, (_, at) => BigInt(at + 4)),
      )
    }
  })

  it('gives what it signed last while its file cannot be written, and goes on afterwards', async () => {
    const witness = witnessOn()
    await witness.fresh(at(0))
    const before = textOf()
    rmSync(join(folder, 'below'), { recursive: true })
    writeFileSync(join(folder, 'below'), '')
    await post(2)
    expect(await witness.fresh(at(1000))).toMatchObject({ seq: 3n })
    await expect(witness.sign(at(1500))).rejects.toThrow(/heads.jsonl/)
    rmSync(join(folder, 'below'))
    mkdirSync(join(folder, 'below'))
    // What a full disk leaves of a line is taken off.
    writeFileSync(fileOf(), `${before}{"seq":"4"`)
    expect(await witness.fresh(at(2000))).toMatchObject({ seq: 4n })
    expect(readWitness(textOf())).toMatchObject({ ok: true, heads: [{ seq: 3n }, { seq: 4n }] })
  })

  it('goes on from a line that was written before it was given to anybody', async () => {
    await witnessOn().sign(at(1))
    await post(2)
    const killed = witnessOn()
    await killed.sign(at(2))
    await post(3)
    expect(await witnessOn().fresh(at(3))).toMatchObject({ seq: 5n })
    expect(readWitness(textOf())).toMatchObject({ ok: true, heads: [{ seq: 3n }, { seq: 4n }, { seq: 5n }] })
  })

  it.each([
    ['a line taken off', (text: string) => text.slice(0, text.indexOf('\n') + 1), /ends at entry 3, 4 was signed$/],
    ['the file gone', () => undefined, /is not one that was signed$/],
  ])('signs nothing any more with %s while it runs', async (_, change, problem) => {
    const witness = witnessOn()
    await witness.sign(at(1))
    await post(2)
    await witness.sign(at(2))
    const text = change(textOf())
    if (text === undefined) rmSync(fileOf())
    else writeFileSync(fileOf(), text)
    await post(3)
    expect(await witness.fresh(at(3000))).toMatchObject({ seq: 4n })
    expect(witness.problem()).toMatch(problem)
  })

  it('finds the last line of a file that is longer than what is read at once', async () => {
    const file = join(folder, 'lines')
    for (const lines of [
      ['a'],
      ['a', 'b'.repeat(10_000)],
      ['c'.repeat(9000), ''],
      Array.from({ length: 999 }, (_, at) => `line ${at}`),
    ]) {
      writeFileSync(file, `${lines.join('\n')}\n`)
      expect(await openLines(file)).toBe(lines.at(-1))
      appendFileSync(file, 'x'.repeat(lines.length * 50))
      expect(await openLines(file)).toBe(lines.at(-1))
      expect(readFileSync(file, 'utf8')).toBe(`${lines.join('\n')}\n`)
    }
    writeFileSync(file, 'cut'.repeat(9000))
    expect(await openLines(file)).toBeUndefined()
    expect(readFileSync(file, 'utf8')).toBe('')
  })

  it('goes on with its file after a restart, with the same key', async () => {
    await witnessOn().sign(at(1))
    await post(2)
    await witnessOn().sign(at(2))
    expect(readWitness(textOf())).toMatchObject({ ok: true, heads: [{ seq: 3n }, { seq: 4n }] })
  })

  it('takes off a last line that a crash cut short, and goes on', async () => {
    await witnessOn().sign(at(1))
    appendFileSync(fileOf(), '{"seq":"4","ha')
    await post(2)
    await witnessOn().sign(at(2))
    expect(readWitness(textOf())).toMatchObject({ ok: true, heads: [{ seq: 3n }, { seq: 4n }] })
  })

  it('signs nothing once the journal is not what was signed, and says why', async () => {
    const witness = witnessOn()
    await witness.sign(at(1))
    await database.owner.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`update ledger_head set seq = 0, hash = decode(repeat('00', 32), 'hex')`
      await tx`truncate journal_block`
    })
    const before = textOf()
    await witness.sign(at(2))
    expect(witness.problem()).toMatch(/^entry 3 was signed as [0-9a-f]{64}, the journal has no such entry$/)
    expect(textOf()).toBe(before)
  })

  it('signs nothing after a last line that is not its own', async () => {
    await witnessOn().sign(at(1))
    writeFileSync(fileOf(), textOf().replace('"seq":"3"', '"seq":"0"'))
    const witness = witnessOn()
    await witness.sign(at(2))
    expect(witness.problem()).toMatch(/is not one that was signed/)
  })
})

describe('reading a witness file', () => {
  it.each<[string, (lines: string[]) => string[], RegExp]>([
    [
      'an edited hash',
      ([a = '', b = '']) => [a.replace(/"hash":"./, '"hash":"f'), b],
      /line 1 is not signed with its key/,
    ],
    ['an edited root', ([a = '', b = '']) => [a.replace(/"root":"./, '"root":"x'), b], /line 1 is not a signed head/],
    [
      'another root',
      ([a = '', b = '']) => [a.replace(/"root":"[0-9a-f]{4}/, '"root":"0000'), b],
      /line 1 is not signed with its key/,
    ],
    [
      'the root left out',
      ([a = '', b = '']) => [a.replace(/"root":"[0-9a-f]+",/, ''), b],
      /line 1 is not a signed head/,
    ],
    [
      'size and root left out',
      ([a = '', b = '']) => [a.replace(/"size":"3","root":"[0-9a-f]+",/, ''), b],
      /line 1 is not signed with its key/,
    ],
    [
      'a tree of another size',
      ([a = '', b = '']) => [a.replace('"size":"3"', '"size":"2"'), b],
      /line 1 is not a signed/,
    ],
    ['an edited time', ([a = '', b = '']) => [a, b.replace(/"at":1/, '"at":2')], /line 2 is not signed with its key/],
    ['a line taken out', ([, b = '']) => [b], /line 1 does not follow/],
    ['two lines swapped', ([a = '', b = '']) => [b, a], /line 1 does not follow/],
    ['a line twice', ([a = '', b = '']) => [a, b, b], /line 3 does not follow/],
    ['what is no line', ([a = '', b = '']) => [a, 'x', b], /line 2 is not a signed head/],
  ])('finds %s', async (_, change, problem) => {
    const witness = witnessOn()
    await witness.sign(at(1))
    await post(2)
    await witness.sign(at(2))
    const changed = change(textOf().split('\n').slice(0, -1))
    expect(readWitness(`${changed.join('\n')}\n`)).toEqual({ ok: false, problem: expect.stringMatching(problem) })
  })

  it('reads a file in parts as it reads it whole', async () => {
    const witness = witnessOn()
    for (let number = 2; number < 6; number += 1) {
      await witness.sign(at(number))
      await post(number)
    }
    appendFileSync(fileOf(), '{"seq":"7","ha')
    const whole = readWitness(textOf())
    expect(whole).toMatchObject({ ok: true, heads: [{}, {}, {}, {}] })
    for (const bytes of [1, 100, 600, 10_000]) expect(readWitness(readInParts(fileOf(), bytes))).toEqual(whole)
  })

  it('finds lines signed with another key, and a file that is not the installation’s at all', async () => {
    await witnessOn().sign(at(1))
    await witnessOn(fileOf('other.jsonl'), 2).sign(at(1))
    const other = readWitness(textOf(fileOf('other.jsonl')))
    const mine = readWitness(textOf())
    expect(readWitness(textOf() + textOf(fileOf('other.jsonl')))).toMatchObject({ ok: false })
    const key = mine.ok ? mine.key : ''
    expect([mine.ok, other.ok]).toEqual([true, true])
    expect(readWitness(textOf(fileOf('other.jsonl')), key)).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/line 1 is signed with the key/),
    })
  })
})
