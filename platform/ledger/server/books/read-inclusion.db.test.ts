import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAuditLog } from '@bolsillo/audit/server'
import { transaction } from '@bolsillo/server-kit'
import { fixedSettings } from '@bolsillo/settings/fixtures'
import { type TestApp, testApp, testCustomer } from '@bolsillo/test-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readConsistency, readInclusion } from '../../contract/index.ts'
import {
  customerAccount,
  headStatement,
  hexBytesOf,
  isExtension,
  type JournalEntry,
  parseHashedEntry,
  readPlainHead,
  rootThrough,
} from '../../domain/index.ts'
import { custodyPesos, fixtureEntry, fixtureId, fundingEntry, jorgePesos, moves, reserves } from '../../fixtures.ts'
import { createLedger } from '../create-ledger.ts'
import { leafOf, sha256Bytes } from '../journal/journal-tree.ts'
import { createLedgerRoom } from '../ledger-room.ts'
import { writeOldBlock } from '../testing/old-blocks-store.ts'
import { isSignedWith } from '../witness/signing.ts'
import { createWitness } from '../witness/witness.ts'

const { customerId, token } = testCustomer(1)
const stranger = testCustomer(2)
const pesos = customerAccount(customerId, 'stock', 'MXN')
const strangersPesos = customerAccount(stranger.customerId, 'stock', 'MXN')
const ledger = createLedger()
let app: TestApp
let folder: string
let room: ReturnType<typeof createLedgerRoom>['room']

/** `before`: what earlier versions wrote. */
const open = async (keepsHeads: boolean, before: readonly JournalEntry[] = []): Promise<void> => {
  folder = mkdtempSync(join(tmpdir(), 'bolsillo-inclusion-'))
  app = await testApp({
    rooms: (services) => {
      room = createLedgerRoom({
        services,
        ledger: createLedger(),
        audit: createAuditLog(),
        publisher: { publish: () => undefined },
        valuation: { assetOf: () => undefined, usdMxn: () => undefined, totalOf: () => undefined },
        settings: fixedSettings(),
        custodian: 'venue-simulated',
        witnessFile: keepsHeads ? join(folder, 'heads.jsonl') : undefined,
      }).room
      return [room]
    },
  })
  if (before.length > 0) await writeOldBlock(app.database.owner, before)
  await room.start?.()
}
const close = async (): Promise<void> => {
  await room.stop?.()
  await app.close()
  rmSync(folder, { recursive: true })
}
beforeEach(() => open(true))
afterEach(close)

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
function followed({ proof, ...entry }: Awaited<ReturnType<typeof inclusion>>) {
  const head = readPlainHead(proof?.head ?? {})
  if (proof === undefined || head?.tree === undefined) throw new Error('not signed')
  const leads = (hashed: Uint8Array | undefined, seq: string, { index, path }: { index: string; path: string[] }) => {
    const way = { leaf: leafOf(hashed ?? new Uint8Array()), index: BigInt(index), path: bytesOf(path) }
    const root = rootThrough({ ...way, size: BigInt(proof.size) }, sha256Bytes)
    expect(Buffer.from(root ?? []).toString('hex')).toBe(head.tree?.root)
    expect(way.index + 1n).toBe(BigInt(seq))
  }
  leads(hexBytesOf(entry.hash), entry.seq, proof)
  expect(isSignedWith(head.key, headStatement(head), head.signature)).toBe(true)
  const parsed = parseHashedEntry(entry)
  if (parsed !== undefined) {
    expect(Buffer.from(sha256Bytes(parsed.preimage)).toString('hex')).toBe(entry.hash)
    expect(parsed).toMatchObject({ seq: entry.seq, id: entry.entryId })
    expect(proof.names ?? []).toHaveLength(parsed.names.length)
    const seqs = parsed.names.map(({ seq }) => seq)
    expect(seqs).toEqual(seqs.toSorted((one, other) => (one < other ? -1 : 1)))
    for (const [place, { seq, preimage }] of parsed.names.entries())
      leads(sha256Bytes(preimage), String(seq), proof.names?.[place] ?? { index: '0', path: [] })
  }
  return { ...head.tree, lines: parsed?.lines }
}

// The room's start posts the practice pool: the first entry of every journal here, behind the names of its accounts.
describe('the way from an entry to the signed head', () => {
  it('waits for the next head, which is due within a second; then leads to it', async () => {
    await post([fundingEntry(1, pesos, 500n)])
    const waiting = await inclusion(1)
    expect(waiting).toMatchObject({ state: 'waiting', nextAt: app.services.clock.now() + 1000 })
    expect(waiting.proof).toBeUndefined()
    app.services.clock.advanceMs(999)
    expect(await inclusion(1)).toMatchObject({ state: 'waiting', nextAt: app.services.clock.now() + 1 })
    app.services.clock.advanceMs(1)
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
    const size = BigInt((await inclusion(600)).seq)
    for (const number of [1, 2, 255, 256, 257, 512, 513, 600]) expect(followed(await inclusion(number)).size).toBe(size)
  })

  it('holds back the text of an entry that names another customer, and proves it all the same', async () => {
    await post([
      fundingEntry(1, pesos, 500n),
      fixtureEntry(2, [moves(pesos, -100n), moves(strangersPesos, 100n)], { kind: 'transfer' }),
    ])
    await sign()
    for (const as of [token, stranger.token]) {
      const both = await inclusion(2, as)
      expect(both).not.toHaveProperty('act')
      expect(both).not.toHaveProperty('names')
      expect(both.proof).not.toHaveProperty('names')
      expect(followed(both).lines).toBeUndefined()
    }
    expect(followed(await inclusion(1)).lines?.map(({ account }) => account)).toEqual([pesos, custodyPesos])
  })

  it('leads there from entries of before acts, and from acts behind them', async () => {
    await close()
    const both = fixtureEntry(3, [moves(pesos, -1n), moves(strangersPesos, 1n)], { kind: 'transfer' })
    await open(true, [fundingEntry(1, pesos, 500n), fundingEntry(2, strangersPesos, 5n), both])
    await post([fundingEntry(4, pesos, 1n)])
    await sign()
    const [old, hidden, act] = [await inclusion(1), await inclusion(3), await inclusion(4)]
    expect(old).toMatchObject({ seq: '1', previousHash: '0'.repeat(64), canonical: expect.stringContaining(pesos) })
    for (const older of [old, hidden]) {
      expect(older).not.toHaveProperty('act')
      expect(older).not.toHaveProperty('names')
      expect(older.proof).not.toHaveProperty('names')
    }
    expect(hidden).not.toHaveProperty('canonical')
    expect(act).not.toHaveProperty('previousHash')
    // Both its accounts had numbers before, and no act said which: one does as soon as an act moves something there.
    expect(act.names).toHaveLength(2)
    expect(followed(old).lines).toMatchObject([{ account: pesos, posted: 500n }, { posted: -500n }])
    expect(followed(act).lines).toMatchObject([{ account: pesos, postedAfter: 500n }, {}])
    expect(followed(hidden).size).toBe(BigInt(act.seq))
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
      await tx`
        update journal_block set body = set_byte(body, octet_length(body) - 1, get_byte(body, octet_length(body) - 1) # 1)`
    })
    await sign()
    expect(await inclusion(1)).toMatchObject({ state: 'stopped' })
  })

  it('says so where no heads are kept', async () => {
    await close()
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
    const { path, head } = await consistency(Number(first.size))
    expect(head).toMatchObject({ size: String(second.size), root: second.root })
    expect(isExtension(first, second, bytesOf(path), sha256Bytes)).toBe(true)
    expect(isExtension({ ...first, root: second.root }, second, bytesOf(path), sha256Bytes)).toBe(false)
    expect((await consistency(300, 300)).path).toEqual([])
    expect((await consistency(0)).path).toEqual([])
    expect((await consistency(256, 257)).path.length).toBe(1)
  })

  it('leads to a later head that another server of the installation has given', async () => {
    await post([fundingEntry(1, pesos, 500n)])
    const { sql, log } = app.services
    const seed = app.services.secret('ledger-witness')
    const other = createWitness({ sql, log, seed, file: join(folder, 'other.jsonl') })
    const given = await other.fresh(app.services.clock.now())
    const last = await inclusion(1)
    expect(last.state).toBe('waiting')
    const { path, head } = await consistency(1, Number(given?.seq))
    expect(head.seq).toBe(String(given?.seq))
    expect(path.length).toBeGreaterThan(0)
  })

  it.each([
    ['from=50', 14_006, 'from'],
    ['from=1&to=50', 14_006, 'to'],
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
