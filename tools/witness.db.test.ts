import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { instant } from '@bolsillo/kernel'
import { readCheckpoint, writeNoteKey } from '@bolsillo/ledger/domain'
import { fundingEntry, mariaPesos } from '@bolsillo/ledger/fixtures'
import {
  createCosigning,
  createWitness as createHeads,
  createLedger,
  createSigner,
  logKeyOf,
  readWitnessAddresses,
} from '@bolsillo/ledger/server'
import { transaction } from '@bolsillo/server-kit'
import { type TestDatabase, testDatabase, testServices } from '@bolsillo/test-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createWitness, readLogKey, serveWitness } from './witness.mjs'

// The ledger's checkpoints, offered over a real socket to the witness of tools/witness.mjs.

const origin = 'firm.example/journal'
const seed = new Uint8Array(32).fill(3)
const vkey = writeNoteKey(logKeyOf(createSigner(seed).key, origin, 'books'), 'log')

let database: TestDatabase
let folder: string
const servers: Server[] = []
beforeEach(async () => {
  database = await testDatabase()
  folder = mkdtempSync(join(tmpdir(), 'bolsillo-cosigned-'))
  await post(database, 1)
})
afterEach(async () => {
  for (const server of servers.splice(0)) server.close()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

const post = (on: TestDatabase, number: number) =>
  transaction(on.sql, (tx) => createLedger().post(tx, [fundingEntry(number, mariaPesos, BigInt(number))]))
const at = (ms: number) => instant(1_770_000_000_000 + ms)

async function witnessNamed(name: string, key = vkey) {
  const log = readLogKey(key)
  if (log === undefined) throw new Error('no key')
  const options = { name, dir: join(folder, name), logs: [log], say: () => undefined }
  const witness = createWitness({ ...options, now: () => 1_770_000_100_000 })
  const server = serveWitness(witness)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const forks = () => readdirSync(join(folder, name, 'forks'))
  return { line: `${witness.vkey} http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, forks }
}

function cosigningOn(on: TestDatabase, lines: readonly string[], file = 'books') {
  const { sql, log } = testServices({ sql: on.sql })
  const witnesses = readWitnessAddresses(lines.join(', ')) ?? []
  const heads = createHeads({ sql, log, seed, file: join(folder, `${file}.jsonl`) })
  const kept = join(folder, `${file}.checkpoint`)
  return createCosigning({ sql, log, seed, witness: heads, origin, database: 'books', witnesses, file: kept })
}

const noteOf = async (cosigning: ReturnType<typeof cosigningOn>, ms: number) => {
  const published = await cosigning.published(at(ms))
  const note = readCheckpoint(published?.note ?? '')
  return { size: note?.size, names: note?.lines.map(({ name }) => name), witnesses: published?.witnesses }
}

describe('cosigning', () => {
  it('publishes what witnesses cosigned, as the journal grows and over restarts of either side', async () => {
    const [one, two] = [await witnessNamed('a.example'), await witnessNamed('b.example')]
    const cosigning = cosigningOn(database, [one.line, two.line])
    expect(await noteOf(cosigning, 0)).toMatchObject({ size: 3n, names: [origin] })
    await cosigning.offer(at(0))
    expect(await noteOf(cosigning, 0)).toMatchObject({ size: 3n, names: [origin, 'a.example', 'b.example'] })
    await post(database, 2)
    await cosigning.offer(at(2000))
    expect(await noteOf(cosigning, 2000)).toMatchObject({
      size: 4n,
      names: [origin, 'a.example', 'b.example'],
      witnesses: [
        { state: 'cosigned', size: 4n, at: at(100_000) },
        { state: 'cosigned', size: 4n },
      ],
    })
    // A new start reads what is kept: before anything is offered, it shows what was cosigned.
    const again = cosigningOn(database, [one.line, two.line])
    expect(await noteOf(again, 4000)).toMatchObject({ size: 4n, names: [origin, 'a.example', 'b.example'] })
    // Without stored state it starts at zero, learns the witness's size from the answer, and continues from there.
    rmSync(join(folder, 'books.checkpoint'))
    await post(database, 3)
    const anew = cosigningOn(database, [one.line])
    await anew.offer(at(6000))
    expect(await noteOf(anew, 6000)).toMatchObject({ size: 5n, names: [origin, 'a.example'] })
    expect(existsSync(join(folder, 'books.checkpoint'))).toBe(true)
  })

  it('goes on with one silent, one that does not know the log, and one of another key', async () => {
    const [sound, gone, foreign] = [
      await witnessNamed('a.example'),
      await witnessNamed('gone.example'),
      await witnessNamed('foreign.example', writeNoteKey(logKeyOf(createSigner(seed).key, 'x', 'books'), 'log')),
    ]
    gone.server.close()
    const cosigning = cosigningOn(database, [sound.line, gone.line, foreign.line])
    await cosigning.offer(at(0))
    const { names, witnesses } = await noteOf(cosigning, 0)
    expect(names).toEqual([origin, 'a.example'])
    expect(witnesses?.map(({ state }) => state)).toEqual(['cosigned', 'silent', 'refused'])
  })

  it('keeps its last cosignature, and its age, while nobody answers', async () => {
    const one = await witnessNamed('a.example')
    const cosigning = cosigningOn(database, [one.line])
    await cosigning.offer(at(0))
    one.server.close()
    one.server.closeAllConnections()
    await post(database, 2)
    await cosigning.offer(at(20_000))
    expect(await noteOf(cosigning, 20_000)).toMatchObject({
      size: 3n,
      names: [origin, 'a.example'],
      witnesses: [{ state: 'silent', size: 3n, at: at(100_000) }],
    })
  })

  it('is refused with a forged history, of any length, and reports it', async () => {
    const one = await witnessNamed('a.example')
    await post(database, 2)
    await cosigningOn(database, [one.line]).offer(at(0))
    // An attacker with the data folder: the same key, another history, and files of their own.
    for (const [entries, states] of [
      [[7], 'contradicts'],
      [[7, 8], 'contradicts'],
      [[7, 8, 9], 'contradicts'],
    ] as const) {
      const forged = await testDatabase()
      for (const number of entries) await post(forged, number)
      const cosigning = cosigningOn(forged, [one.line], `forged${entries.length}`)
      await cosigning.offer(at(60_000))
      const { names, witnesses } = await noteOf(cosigning, 60_000)
      await forged.drop()
      expect(names, `${entries.length}`).toEqual([origin])
      expect(witnesses).toMatchObject([{ state: states }])
    }
    // Of the same length there are two roots, which is evidence; the longer one has no way to show.
    expect(one.forks().map((name) => name.replace(/^[0-9a-f]+-/, ''))).toEqual(['fork-1.json', 'unproven.json'])
    expect(readFileSync(join(folder, 'a.example', 'forks', one.forks()[0] ?? ''), 'utf8')).toContain('"kind": "fork"')
  })
})

describe('the list of witnesses', () => {
  it('is read whole or not at all', async () => {
    const { line } = await witnessNamed('a.example')
    const [key = '', url = ''] = line.split(' ')
    expect(readWitnessAddresses(`${key} https://witness.example/w/`)).toMatchObject([
      { key: { name: 'a.example' }, url: 'https://witness.example/w' },
    ])
    for (const text of [
      key,
      url,
      `${key} http://witness.example`,
      `${key} https://me:secret@witness.example`,
      `${key} https://witness.example?x`,
      `${key} ${url} more`,
      `${key} ${url}, ${key} https://witness.example`,
      `${vkey} ${url}`,
      `${key}A ${url}`,
    ])
      expect(readWitnessAddresses(text), text).toBeUndefined()
  })
})
