import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAuditLog } from '@bolsillo/audit/server'
import { instant } from '@bolsillo/kernel'
import { type Publisher, transaction } from '@bolsillo/server-kit'
import { fixedSettings } from '@bolsillo/settings/fixtures'
import { type TestApp, testApp, testCustomer } from '@bolsillo/test-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { accountId, customerAccount, plainHead } from '../domain/index.ts'
import { fixtureEntry, fixtureId, moves, reserves } from '../fixtures.ts'
import { createLedger } from './create-ledger.ts'
import type { Ledger } from './ledger.ts'
import { createLedgerRoom } from './ledger-room.ts'
import { fixedValuation as valuation, walmex } from './testing/fixed-valuation.ts'
import { verifyLedger } from './verify/verify-ledger.ts'
import { readWitness } from './witness/verify-witness.ts'

let ledger: Ledger
const audit = createAuditLog()
const { customerId, token } = testCustomer(1)
const pesos = customerAccount(customerId, 'stock', 'MXN')
let app: TestApp
/** Acts of rows that were there before the room started: they have the first numbers. */
let rows: bigint
let folder: string
let published: { key: string; delta: unknown }[]
let room: ReturnType<typeof createLedgerRoom>

beforeEach(async () => {
  ledger = createLedger()
  folder = mkdtempSync(join(tmpdir(), 'bolsillo-ledger-room-'))
  published = []
  const publisher: Publisher = { publish: (_, key, delta) => published.push({ key, delta }) }
  app = await testApp({
    rooms: (services) => {
      const deps = {
        services,
        ledger,
        audit,
        publisher,
        valuation,
        settings: fixedSettings(),
        custodian: 'venue-simulated',
        witnessFile: join(folder, 'heads.jsonl'),
      }
      room = createLedgerRoom(deps)
      return [room.room]
    },
  })
  rows = BigInt((await app.database.owner`select 1 from act_queue`).length)
  await room.room.start?.()
})
afterEach(async () => {
  await room.room.stop?.()
  expect(await verifyLedger(app.database.sql)).toMatchObject({ ok: true })
  await app.close()
  rmSync(folder, { recursive: true })
})

const grant = (key: string, as = token) =>
  app.ask({
    method: 'POST',
    path: '/ipcf-api/user/practice/grant',
    token: as,
    headers: { 'idempotency-key': key },
    body: {},
  })
const assets = (as = token) => app.ask({ method: 'POST', path: '/ipcf-api/user/assets', token: as, body: {} })
const records = (query: string) => app.ask({ path: `/ipcf-api/user/tx/record?${query}`, token })

describe('the practice grant', () => {
  it('is an ordinary entry, once per customer, whatever the key', async () => {
    const first = await grant('key-00000001')
    expect(first.json).toMatchObject({
      code: 0,
      simulated: true,
      data: {
        amounts: [
          { asset: 'MXN', amount: '100000.00' },
          { asset: 'USD', amount: '5000.00' },
          { asset: 'USDT', amount: '10000.000000' },
        ],
      },
    })
    expect((await grant('key-00000001')).body).toBe(first.body)
    expect((await grant('key-00000002')).json).toMatchObject({
      code: 14_001,
      msg: expect.stringMatching(/una sola vez/),
    })
    expect((await ledger.balances(app.database.sql, [pesos])).get(pesos)).toEqual({ posted: 10_000_000n, held: 0n })
    const [record] = await audit.aboutCustomer(app.database.sql, customerId, { limit: 1 })
    expect(record).toMatchObject({ action: 'ledger.practice-grant', details: { mxn: '100000.00', usd: '5000.00' } })
  })

  it('is given once when asked for fifty times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => grant(`key-1000000${index}`)))
    expect(answers.filter(({ json }) => json.code === 0)).toHaveLength(1)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
  })

  it('ends when the pool is empty, without touching anything', async () => {
    const pool = accountId('house', 'practice-funding', 'USD')
    const { posted = 0n } = (await ledger.balances(app.database.sql, [pool])).get(pool) ?? {}
    const drain = [moves(pool, -posted), moves(customerAccount(testCustomer(3).customerId, 'stock', 'USD'), posted)]
    await transaction(app.database.sql, (tx) => ledger.post(tx, [fixtureEntry(1, drain)]))
    expect((await grant('key-00000001')).json).toMatchObject({ code: 14_002 })
    expect((await ledger.balances(app.database.sql, [pesos])).get(pesos)?.posted).toBe(0n)
  })

  it('needs a full session', async () => {
    expect((await grant('key-00000001', testCustomer(2, 0).token)).json.code).toBe(10_040)
  })

  it('fills the pool once, however often and wherever the server starts', async () => {
    const before = await ledger.head(app.database.sql)
    await Promise.all([room.room.start?.(), room.room.start?.(), room.room.start?.()])
    expect(await ledger.head(app.database.sql)).toEqual(before)
  })

  it('does not exist where money is real', async () => {
    const live = await testApp({
      rooms: (services) => {
        const deps = {
          services: { ...services, mode: 'LIVE' as const },
          ledger,
          audit,
          valuation,
          settings: fixedSettings(),
        }
        return [createLedgerRoom({ ...deps, publisher: { publish: () => undefined }, custodian: 'venue-real' }).room]
      },
      mode: 'LIVE',
    })
    const answer = await live.ask({ method: 'POST', path: '/ipcf-api/user/practice/grant', token, body: {} })
    expect(answer.status).toBe(404)
    await live.close()
  })
})

describe('assets', () => {
  it('shows pesos and dollars before there are any, and what can be taken', async () => {
    expect((await assets()).json.data).toMatchObject({
      total: { amount: '0.00' },
      balances: [
        { purse: 'stock', asset: 'MXN', posted: '0.00', held: '0.00', available: '0.00', holds: 0 },
        { purse: 'stock', asset: 'USD', available: '0.00' },
      ],
      practiceGrant: {
        taken: false,
        amounts: [{ asset: 'MXN', amount: '100000.00' }, { asset: 'USD' }, { asset: 'USDT' }],
      },
    })
  })

  it('adds up cash and shares at a rate it names, and shows what is reserved by how many orders', async () => {
    await grant('key-00000001')
    await transaction(app.database.sql, (tx) =>
      ledger.post(tx, [
        fixtureEntry(1, [reserves(pesos, 312_905n, fixtureId('hld', 1))]),
        fixtureEntry(2, [
          moves(customerAccount(customerId, 'stock', walmex.code), 50n),
          moves(accountId('venue-simulated', 'custody', walmex.code), -50n),
        ]),
      ]),
    )
    expect((await assets()).json.data).toMatchObject({
      total: {
        currency: 'MXN',
        amount: '194132.50',
        cash: '191012.50',
        shares: '3120.00',
        approximate: { asset: 'USD', amount: '10665.16' },
        stale: false,
      },
      rate: { pair: 'USD/MXN', rate: '18.2025', source: 'simulated', sequence: 7, stale: false },
      balances: [
        { asset: 'MXN', posted: '100000.00', held: '3129.05', available: '96870.95', holds: 1 },
        { asset: 'USD', posted: '5000.00', held: '0.00', available: '5000.00', holds: 0 },
        { purse: 'coin', asset: 'USDT', posted: '10000.000000' },
      ],
      practiceGrant: { taken: true },
    })
  })

  it('shows coins beside cash, each in the purse it is in, pesos first', async () => {
    const custody = (asset: string) => accountId('venue-simulated', 'custody', asset)
    const coin = customerAccount(customerId, 'coin', 'BTC')
    const postings = [moves(coin, 2500_0000n), moves(custody('BTC'), -2500_0000n)]
    await transaction(app.database.sql, (tx) => ledger.post(tx, [fixtureEntry(1, postings)]))
    expect((await assets()).json.data).toMatchObject({
      balances: [
        { purse: 'stock', asset: 'MXN' },
        { purse: 'stock', asset: 'USD' },
        { purse: 'coin', asset: 'BTC', posted: '0.25000000', available: '0.25000000' },
      ],
      total: { unpriced: ['BTC'] },
      settling: [],
    })
  })

  it('says what is set aside, and what for, until nothing of it remains', async () => {
    await grant('key-00000001')
    const holdId = fixtureId('hld', 7)
    const open = { ...fixtureEntry(2, [reserves(pesos, 600_00n, holdId)]), kind: 'withdrawal-hold' }
    const part = fixtureEntry(3, [{ account: pesos, posted: 0n, held: -200_00n, holdId }])
    await transaction(app.database.sql, (tx) => ledger.post(tx, [open, part]))
    const holds = () => app.ask({ path: '/ipcf-api/user/assets/holds', token })
    expect((await holds()).json.data).toEqual({
      rows: [
        {
          holdId,
          purse: 'stock',
          asset: 'MXN',
          remaining: '400.00',
          opened: '600.00',
          at: open.at,
          kind: 'withdrawal-hold',
          reference: open.reference,
          details: open.details,
        },
      ],
    })
    const rest = fixtureEntry(4, [{ account: pesos, posted: 0n, held: -400_00n, holdId }])
    await transaction(app.database.sql, (tx) => ledger.post(tx, [rest]))
    expect((await holds()).json.data).toEqual({ rows: [] })
    const theirs = await app.ask({ path: '/ipcf-api/user/assets/holds', token: testCustomer(3).token })
    expect(theirs.json.data).toEqual({ rows: [] })
  })

  it('names what no market prices beside the total, and leaves nothing out in silence', async () => {
    const unknown = customerAccount(customerId, 'stock', 'STK:GONE.MX')
    const postings = [moves(unknown, 5n), moves(accountId('venue-simulated', 'custody', 'STK:GONE.MX'), -5n)]
    await transaction(app.database.sql, (tx) => ledger.post(tx, [fixtureEntry(1, postings)]))
    expect((await assets()).json.data).toMatchObject({ total: { amount: '0.00', unpriced: ['STK:GONE.MX'] } })
  })

  it('is open to a restricted customer, and to nobody without a session', async () => {
    expect((await assets(testCustomer(2, 0).token)).json.code).toBe(0)
    expect((await app.ask({ method: 'POST', path: '/ipcf-api/user/assets', body: {} })).json.code).toBe(-1000)
  })
})

describe('explaining a balance', () => {
  it('lists every line with where it came from, newest first, page by page', async () => {
    await grant('key-00000001')
    await transaction(app.database.sql, (tx) =>
      ledger.post(tx, [fixtureEntry(1, [reserves(pesos, 100n, fixtureId('hld', 1))], { kind: 'stock-order-hold' })]),
    )
    const first = await records('purse=stock&asset=MXN&limit=1')
    expect(first.json.data).toMatchObject({
      asset: 'MXN',
      posted: '100000.00',
      held: '1.00',
      rows: [{ kind: 'stock-order-hold', posted: '0.00', held: '1.00', postedAfter: '100000.00', legs: [] }],
      next: `${rows + 12n}.0`,
    })
    const second = await records(`purse=stock&asset=MXN&limit=5&cursor=${rows + 12n}.0`)
    expect(second.json.data).toMatchObject({
      rows: [
        {
          kind: 'practice-grant',
          posted: '100000.00',
          legs: [{ owner: 'house', purse: 'practice-funding', posted: '-100000.00' }],
          hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      ],
    })
    expect(second.json.data).not.toHaveProperty('next')
    const moved = await records('purse=stock&asset=MXN&limit=1&moved=true')
    expect(moved.json.data).toMatchObject({ rows: [{ kind: 'practice-grant', part: 'whole' }] })
  })

  it('never names another customer', async () => {
    await grant('key-00000001')
    const other = testCustomer(3).customerId
    const postings = [moves(pesos, -500n), moves(customerAccount(other, 'stock', 'MXN'), 500n)]
    await transaction(app.database.sql, (tx) => ledger.post(tx, [fixtureEntry(1, postings)]))
    const answer = await records('purse=stock&asset=MXN')
    expect(answer.body).not.toContain(other)
    expect(answer.json.data).toMatchObject({ rows: [{ legs: [{ owner: 'customer', posted: '5.00' }] }, {}] })
  })

  it.each([
    ['purse=stock&asset=mxn', 14_003],
    ['purse=stock&asset=MXN&cursor=1', 10_005],
    ['purse=stock&asset=MXN&cursor=abc.0', 10_005],
    ['purse=fees&asset=MXN', 10_005],
    ['purse=stock', 10_004],
    ['purse=stock&asset=MXN&customer=x', 10_002],
    ['purse=stock&asset=MXN&limit=1000', 10_005],
  ])('refuses %s with %s', async (query, code) => {
    expect((await records(query)).json.code).toBe(code)
  })
})

describe('the public books', () => {
  it('show that every asset sums to zero, how many entries there are and the head of the chain', async () => {
    await grant('key-00000001')
    app.services.clock.advanceMs(10_000)
    const head = await ledger.head(app.database.sql)
    const answer = await app.ask({ path: '/ipcf-api/index/ledger' })
    expect(answer.json.data).toMatchObject({
      entries: String(rows + 11n),
      head: head.hash,
      verified: { ok: true, entries: String(rows + 7n) },
      assets: [
        { asset: 'MXN', customers: '100000.00', house: '0.00', ungranted: '999900000.00', heldForUs: '1000000000.00' },
        { asset: 'USD', customers: '5000.00', house: '0.00', ungranted: '49995000.00', heldForUs: '50000000.00' },
        { asset: 'USDT', customers: '10000.000000', house: '0.000000' },
      ],
    })
    const { assets } = answer.json.data as { assets: { sum: string }[] }
    expect(assets.every(({ sum }) => Number(sum) === 0)).toBe(true)
  })
})

describe('the signed head', () => {
  it('is public with its key, and the room names the audit and signs once more when it stops', async () => {
    const [first] = await signedHeads()
    const answer = await app.ask({ path: '/ipcf-api/index/ledger' })
    expect(first?.seq).toBe(rows + 7n)
    expect(answer.json.data).toMatchObject({ signed: { ...(first && plainHead(first)), size: String(rows + 7n) } })
    await grant('key-00000001')
    await room.room.stop?.()
    expect((await signedHeads()).map(({ seq }) => seq)).toEqual([rows + 7n, rows + 12n])
  })

  it('is missed by everybody when the journal no longer has it', async () => {
    await app.database.owner.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`delete from journal_block`
      await tx`update ledger_head set seq = 0, hash = decode(repeat('00', 32), 'hex'), highest_id = ''`
      await tx`truncate ledger_entry_id, ledger_entry_ids, ledger_account_acts`
      await tx`update ledger_balance set posted = 0, held = 0, named_seq = null, recent_acts = ''`
    })
    await room.room.stop?.()
    const answer = await app.ask({ path: '/ipcf-api/index/ledger' })
    expect(answer.json.data).toMatchObject({
      verified: {
        ok: false,
        problem: expect.stringMatching(
          new RegExp(`^entry ${rows + 7n} was signed as .*, the journal has no such entry$`),
        ),
      },
    })
  })
})

async function signedHeads() {
  const reading = readWitness(await readFile(join(folder, 'heads.jsonl'), 'utf8'))
  if (!reading.ok) throw new Error(reading.problem)
  return reading.heads
}

describe('the balances channel', () => {
  it('starts with every balance and then tells those that changed, as they are now', async () => {
    await grant('key-00000001')
    const [source] = room.room.channels ?? []
    expect(await source?.snapshot(customerId, app.database.sql)).toMatchObject({
      balances: [{ asset: 'USDT' }, { asset: 'MXN', available: '100000.00' }, { asset: 'USD' }],
    })
    const [handler] = room.room.events ?? []
    await handler?.handle(
      { topic: 'ledger.balance-changed', key: customerId, payload: { customers: { [customerId]: [pesos] } }, seq: 1n },
      app.services,
    )
    expect(published).toEqual([
      {
        key: customerId,
        delta: {
          balances: [
            { purse: 'stock', asset: 'MXN', posted: '100000.00', held: '0.00', available: '100000.00', holds: 0 },
          ],
        },
      },
    ])
  })
})

describe('the demo', () => {
  it('gives its customers practice money some weeks ago', async () => {
    await room.room.seedDemo?.({ customerIds: [customerId], operators: [] })
    const [line] = await ledger.entriesOfAccount(app.database.sql, pesos, { limit: 1 })
    expect(line?.entry.at).toBe(instant(app.services.clock.now() - 45 * 86_400_000))
  })
})
