import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAuditLog } from '@bolsillo/audit/server'
import { transaction } from '@bolsillo/server-kit'
import { fixedSettings } from '@bolsillo/settings/fixtures'
import { type TestApp, testApp, testCustomer } from '@bolsillo/test-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readConsistency, readInclusion } from '../contract.ts'
import {
  customerAccount,
  headStatement,
  hexBytesOf,
  isExtension,
  parseCanonicalEntry,
  readPlainHead,
  rootThrough,
} from '../domain/index.ts'
import { custodyPesos, fixtureEntry, fixtureId, fundingEntry, jorgePesos, moves, reserves } from '../fixtures.ts'
import { createLedger } from './create-ledger.ts'
import { leafOf, sha256Bytes } from './journal-tree.ts'
import { createLedgerRoom } from './ledger-room.ts'
import { sha256 } from './post-entries.ts'
import { isSignedWith } from './signing.ts'

const { customerId, token } = testCustomer(1)
const stranger = testCustomer(2)
const pesos = customerAccount(customerId, 'stock', 'MXN')
const strangersPesos = customerAccount(stranger.customerId, 'stock', 'MXN')
const ledger = createLedger()
let app: TestApp
let folder: string
let room: ReturnType<typeof createLedgerRoom>['room']

const open = async (keepsHeads: boolean): Promise<void> => {
  folder = mkdtempSync(join(tmpdir(), 'bolsillo-inclusion-'))
  app = await testApp({
    rooms: (services) => {
      room = createLedgerRoom({
        services,
        ledger: createLedger(),
        audit: createAuditLog(),
        publisher: { publish: () => undefined },
        valuation: { assetOf: () => undefined, usdMxn: () => undefined, worthOf: () => undefined },
        settings: fixedSettings(),
        custodian: 'venue-simulated',
        witnessFile: keepsHeads ? join(folder, 'heads.jsonl') : undefined,
      }).room
      return [room]
    },
  })
  await room.start?.()
}
beforeEach(() => open(true))
afterEach(async () => {
  await room.stop?.()
  await app.close()
  rmSync(folder, { recursive: true })
})

const sign = () => room.stop?.()
const post = (entries: Parameters<typeof ledger.post>[1]) =>
  transaction(app.database.sql, (tx) => createLedger().post(tx, entries))
const ask = (entryId: string, as = token) =>
  app.ask({ path: `/ipcf-api/user/tx/inclusion?entryId=${entryId}`, token: as })
const inclusion = async (number: number, as = token) =>
  z.parse(readInclusion.reply, (await ask(fixtureId('ent', number), as)).json.data)
const consistency = async (from: number, to?: number) => {
  const query = `from=${from}${to === undefined ? '' : `&to=${to}`}`
  return z.parse(
    readConsistency.reply,
    (await app.ask({ path: `/ipcf-api/index/ledger/consistency?${query}` })).json.data,
  )
}
const bytesOf = (texts: readonly string[]) => texts.map((text) => hexBytesOf(text) ?? new Uint8Array())

/** What a device does with a reply: from the entry's text to the signature, nothing taken for true. */
function followed({ canonical, hash, seq, proof }: Awaited<ReturnType<typeof inclusion>>) {
  const head = readPlainHead(proof?.head ?? {})
  if (proof === undefined || head?.tree === undefined) throw new Error('not signed')
  const leaf = leafOf(hexBytesOf(hash) ?? new Uint8Array())
  const way = { leaf, index: BigInt(proof.index), size: BigInt(proof.size), path: bytesOf(proof.path) }
  const root = Buffer.from(rootThrough(way, sha256Bytes) ?? []).toString('hex')
  expect(root).toBe(head.tree.root)
  expect(isSignedWith(head.key, headStatement(head), head.signature)).toBe(true)
  expect(way.index + 1n).toBe(BigInt(seq))
  if (canonical !== undefined) {
    expect(sha256(canonical)).toBe(hash)
    expect(parseCanonicalEntry(canonical)?.seq).toBe(seq)
  }
  return head.tree
}

// The room's start posts the practice pool: entry 1 of every journal here.
describe('the way from an entry to the signed head', () => {
  it('waits for the next head and says when it is due; then leads to it', async () => {
    await post([fundingEntry(1, pesos, 500n)])
    const waiting = await inclusion(1)
    expect(waiting).toMatchObject({ state: 'waiting', nextAt: app.services.clock.now() + 15_000 })
    expect(waiting.proof).toBeUndefined()
    await sign()
    const signed = await inclusion(1)
    expect(signed.state).toBe('signed')
    followed(signed)
  })

  it('leads there for every entry of a long journal, also what only reserved', async () => {
    const holdId = fixtureId('hld', 1)
    const more = Array.from({ length: 598 }, (_, at) =>
      fixtureEntry(at + 2, [moves(pesos, 1n), moves(custodyPesos, -1n)]),
    )
    await post([fundingEntry(1, pesos, 500n), ...more, fixtureEntry(600, [reserves(pesos, 5n, holdId)])])
    await sign()
    for (const number of [1, 2, 255, 256, 257, 512, 513, 600]) expect(followed(await inclusion(number)).size).toBe(601n)
  })

  it('holds back the text of an entry that names another customer, and proves it all the same', async () => {
    await post([
      fundingEntry(1, pesos, 500n),
      fixtureEntry(2, [moves(pesos, -100n), moves(strangersPesos, 100n)], { kind: 'transfer' }),
    ])
    await sign()
    for (const as of [token, stranger.token]) {
      const both = await inclusion(2, as)
      expect(both.canonical).toBeUndefined()
      followed(both)
    }
    expect((await inclusion(1)).canonical).toContain(pesos)
  })

  it('knows no entry of somebody else, and none that is not', async () => {
    await post([fundingEntry(1, pesos, 500n), fundingEntry(2, jorgePesos, 5n)])
    await sign()
    const theirs = await ask(fixtureId('ent', 1), stranger.token)
    const nothing = await ask(fixtureId('ent', 99), stranger.token)
    for (const answer of [theirs, nothing, await ask(fixtureId('ent', 2))]) {
      expect(answer.status).toBe(404)
      expect(answer.json).toMatchObject({ code: 14_004 })
      expect(answer.json.data).toEqual({ rejection: 'entry-unknown', field: 'entryId' })
    }
    expect({ ...theirs.json, ...unlike }).toEqual({ ...nothing.json, ...unlike })
  })
  // What differs between any two answers.
  const unlike = { requestId: '', serverTime: 0, time: 0 }

  it.each([
    '',
    '1',
    '-1',
    'ent_',
    'ent_01KJ',
    'cus_01KJ0000000000000000000001',
    "' or 1=1--",
    `ent_${'0'.repeat(400)}`,
  ])('refuses %j and names the field', async (entryId) => {
    const answer = await ask(encodeURIComponent(entryId))
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(JSON.stringify(answer.json)).toContain('entryId')
  })

  it('stops answering with proofs once the journal is not what was signed', async () => {
    await post([fundingEntry(1, pesos, 500n)])
    await sign()
    await app.database.owner.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`update ledger_block set hashes[1] = sha256(hashes[1])`
    })
    await sign()
    expect(await inclusion(1)).toMatchObject({ state: 'stopped' })
  })

  it('says so where no heads are kept', async () => {
    await room.stop?.()
    await app.close()
    rmSync(folder, { recursive: true })
    await open(false)
    await post([fundingEntry(1, pesos, 500n)])
    expect(await inclusion(1)).toMatchObject({ state: 'unsigned' })
    const answer = await app.ask({ path: '/ipcf-api/index/ledger/consistency?from=1' })
    expect(answer.json).toMatchObject({ code: 14_005 })
  })
})

describe('the way from a signed head to a later one', () => {
  it('shows that the later extends the earlier, for any two', async () => {
    await post(Array.from({ length: 300 }, (_, at) => fundingEntry(at + 1, pesos, 1n)))
    await sign()
    const first = followed(await inclusion(1))
    await post([fundingEntry(301, pesos, 1n)])
    await sign()
    const second = followed(await inclusion(301))
    const { path, head } = await consistency(301)
    expect(head).toMatchObject({ size: '302', root: second.root })
    expect(isExtension(first, second, bytesOf(path), sha256Bytes)).toBe(true)
    expect(isExtension({ ...first, root: second.root }, second, bytesOf(path), sha256Bytes)).toBe(false)
    expect((await consistency(301, 301)).path).toEqual([])
    expect((await consistency(0)).path).toEqual([])
    expect((await consistency(256, 257)).path.length).toBe(1)
  })

  it.each([
    ['from=3', 14_006, 'from'],
    ['from=1&to=3', 14_006, 'to'],
    ['from=2&to=1', 14_006, 'from'],
    ['from=9007199254740991', 14_006, 'from'],
    ['from=-1', 0, 'from'],
    ['from=1.5', 0, 'from'],
    ['from=', 0, 'from'],
    ['from=99999999999999999999999', 0, 'from'],
    ['from=one', 0, 'from'],
    ['from=0&to=1e3', 0, 'to'],
    ['to=1', 0, 'from'],
  ])('refuses %s and names the field', async (query, code, name) => {
    await post([fundingEntry(1, pesos, 1n)])
    await sign()
    const answer = await app.ask({ path: `/ipcf-api/index/ledger/consistency?${query}` })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    if (code !== 0) expect(answer.json).toMatchObject({ code })
    expect(JSON.stringify(answer.json)).toContain(`"${name}"`)
  })
})
