import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { instant } from '@bolsillo/kernel'
import { transaction } from '@bolsillo/server-kit'
import { type TestDatabase, testDatabase, testServices } from '@bolsillo/test-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fundingEntry, mariaPesos } from '../fixtures.ts'
import { createLedger } from './create-ledger.ts'
import type { Ledger } from './ledger.ts'
import { verifyLedger } from './verify-ledger.ts'
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
        { seq: 1n, at: at(1) },
        { seq: 2n, at: at(3) },
      ],
    })
    expect(witness.last()).toEqual(reading.ok ? reading.heads[1] : undefined)
    expect(reading.ok && (await verifyLedger(database.sql, { witnessed: reading.heads })).ok).toBe(true)
  })

  it('goes on with its file after a restart, with the same key', async () => {
    await witnessOn().sign(at(1))
    await post(2)
    await witnessOn().sign(at(2))
    expect(readWitness(textOf())).toMatchObject({ ok: true, heads: [{ seq: 1n }, { seq: 2n }] })
  })

  it('takes off a last line that a crash cut short, and goes on', async () => {
    await witnessOn().sign(at(1))
    appendFileSync(fileOf(), '{"seq":"2","ha')
    await post(2)
    await witnessOn().sign(at(2))
    expect(readWitness(textOf())).toMatchObject({ ok: true, heads: [{ seq: 1n }, { seq: 2n }] })
  })

  it('signs nothing once the journal is not what was signed, and says why', async () => {
    const witness = witnessOn()
    await witness.sign(at(1))
    await database.owner.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`update ledger_head set seq = 0, hash = decode(repeat('00', 32), 'hex')`
      await tx`truncate ledger_block`
    })
    const before = textOf()
    await witness.sign(at(2))
    expect(witness.problem()).toMatch(/^entry 1 was signed as [0-9a-f]{64}, the journal has no such entry$/)
    expect(textOf()).toBe(before)
  })

  it('signs nothing after a last line that is not its own', async () => {
    await witnessOn().sign(at(1))
    writeFileSync(fileOf(), textOf().replace('"seq":"1"', '"seq":"0"'))
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
