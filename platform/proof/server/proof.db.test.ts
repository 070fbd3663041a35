import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountId, customerAccount, type Posting, readHashedEntries } from '@bolsillo/ledger/domain'
import {
  custodyPesos,
  deviceSha256,
  feesPesos,
  fixtureEntry,
  fixtureId,
  fundingEntry,
  moves,
  reserves,
} from '@bolsillo/ledger/fixtures'
import { createLedger, isSignedWith, type Ledger } from '@bolsillo/ledger/server'
import { transaction } from '@bolsillo/server-kit'
import { type TestApp, testApp, testCustomer } from '@bolsillo/test-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { listProofEntries } from '../contract/index.ts'
import { createProof } from './index.ts'
import type { NumbersOf } from './make-proof.ts'

const [one, restricted, stranger] = [testCustomer(1), testCustomer(2, 0), testCustomer(3)]
const dayMs = 86_400_000
const pesosOf = (customer: typeof one) => customerAccount(customer.customerId, 'stock', 'MXN')

const numberOf = (id: string) => `1000${id.slice(-4)}`
const numbersOf: NumbersOf = async (_, ids) => new Map(ids.map((id) => [id, numberOf(id)]))

let app: TestApp
let ledger: Ledger
let folder: string
let run: () => Promise<void>
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bolsillo-proof-'))
  ledger = createLedger()
  app = await testApp({
    rooms: (services) => {
      const scaleOf = (asset: string): number => (asset === 'MXN' || asset === 'USD' ? 2 : 0)
      const { room } = createProof({
        services,
        ledger,
        numbersOf,
        scaleOf,
        witnessFile: join(folder, 'x.proofs.jsonl'),
      })
      run = async () => {
        for (const job of room.jobs ?? []) await job.run(services)
      }
      return [room]
    },
  })
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const post = (...entries: Parameters<Ledger['post']>[1]) =>
  transaction(app.database.sql, (tx) => ledger.post(tx, entries))
const get = async <T>(path: string, token?: string): Promise<T> => {
  const { json } = await app.ask({ path: `/ipcf-api${path}`, ...(token === undefined ? {} : { token }) })
  expect(json.code).toBe(0)
  return json.data as T
}
interface Own {
  readonly number: number
  readonly hash: string
  readonly journalSeq: string
  readonly leaves: readonly { readonly asset: string; readonly balance: string; readonly path: readonly object[] }[]
  readonly missing: readonly string[]
  readonly next?: string
}

describe('the proof of liabilities', () => {
  it('is made once a day, of one head of the journal, each over the one before, signed and kept outside', async () => {
    await run()
    expect(await get('/index/proof')).toEqual({ rows: [] })
    await post(fundingEntry(1, pesosOf(one), 12_345n))
    await run()
    await run()
    await post(fundingEntry(2, pesosOf(restricted), 1n))
    app.services.clock.advanceMs(dayMs)
    await run()
    const { rows } = await get<{ rows: Record<string, string>[] }>('/index/proof')
    expect(rows).toMatchObject([
      { number: 2, journalSeq: '5', previous: rows[1]?.hash },
      { number: 1, journalSeq: '3', previous: '0'.repeat(64) },
    ])
    const whole = await get<Record<string, string>>('/index/proof/info')
    expect(whole).toMatchObject({
      number: 2,
      assets: [
        {
          asset: 'MXN',
          owed: '123.46',
          inCustody: '123.46',
          house: '0.00',
          ungranted: '0.00',
          claims: '0.00',
          covered: '100.00',
        },
      ],
      notCovered: ['practice-market', 'custody-not-attested'],
    })
    expect(isSignedWith(whole.key ?? '', whole.statement ?? '', whole.signature ?? '')).toBe(true)
    const kept = readFileSync(join(folder, 'x.proofs.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(kept.map(({ number, hash }) => [number, hash])).toEqual([
      [1, rows[1]?.hash],
      [2, rows[0]?.hash],
    ])
    expect((await app.ask({ path: '/ipcf-api/index/proof/info?number=3' })).json.code).toBe(19_401)
  })

  it('gives the entries behind a leaf as they were hashed, and of what names another customer only the hash', async () => {
    await post(
      fundingEntry(1, pesosOf(one), 500n),
      fixtureEntry(2, [moves(pesosOf(one), -100n), moves(pesosOf(stranger), 100n)], { kind: 'transfer' }),
    )
    await run()
    await post(fundingEntry(3, pesosOf(one), 1n))
    const path = '/user/proof/entries?purse=stock&asset=MXN'
    const { rows } = z.parse(listProofEntries.reply, await get<unknown>(path, one.token))
    expect(rows).toMatchObject([
      { posted: '-100', postedAfter: '400', kind: 'transfer' },
      { posted: '500', postedAfter: '500' },
    ])
    const [both, funding] = rows
    for (const hidden of ['act', 'names', 'canonical', 'previousHash']) expect(both).not.toHaveProperty(hidden)
    expect(both?.hash).toMatch(/^[0-9a-f]{64}$/)
    const { entries, areAsHashed } = await readHashedEntries(funding === undefined ? [] : [funding], deviceSha256)
    expect(areAsHashed).toBe(true)
    expect(entries[0]?.lines.map(({ account }) => account)).toEqual([pesosOf(one), custodyPesos])
  })

  it('gives each customer their own leaves and nobody else’s: over all purses, what is held included (I15)', async () => {
    const holds: Posting = reserves(pesosOf(one), 40n, fixtureId('hld', 1))
    await post(
      fundingEntry(1, pesosOf(one), 100n),
      fundingEntry(2, customerAccount(one.customerId, 'coin', 'MXN'), 11n),
      fundingEntry(3, customerAccount(one.customerId, 'stock', 'STK:WALMEX.MX'), 3n),
      fundingEntry(4, pesosOf(restricted), 7n),
      fixtureEntry(5, [holds]),
    )
    const { seq } = await ledger.head(app.database.sql)
    await run()
    // What happens after the head the proof was made at is not in it.
    await post(fundingEntry(6, pesosOf(one), 1_000n), fundingEntry(7, pesosOf(stranger), 1n))
    const own = await get<Own>('/user/proof', one.token)
    expect(own).toMatchObject({ number: 1, customerNumber: numberOf(one.customerId), missing: [] })
    expect(own.journalSeq).toBe(String(seq))
    expect(own.leaves.map(({ asset, balance }) => [asset, balance])).toEqual([
      ['MXN', '111'],
      ['STK:WALMEX.MX', '3'],
    ])
    expect(own.leaves.every((leaf) => leaf.path.length === 8 && JSON.stringify(leaf).length < 4_096)).toBe(true)
    expect((await get<Own>('/user/proof', restricted.token)).leaves.map(({ balance }) => balance)).toEqual(['7'])
    expect((await get<Own>('/user/proof', stranger.token)).leaves).toEqual([])
    const first = await get<Own>('/user/proof?limit=1', one.token)
    expect([first.leaves.length, first.next]).toEqual([1, '1'])
    expect((await get<Own>('/user/proof?limit=1&cursor=1', one.token)).leaves.map(({ asset }) => asset)).toEqual([
      'STK:WALMEX.MX',
    ])
    expect((await app.ask({ path: '/ipcf-api/user/proof' })).json.code).toBe(-1000)
  })

  it('states what is owed to the house beside what is the house’s own, and custody short of both by as much', async () => {
    const claims = accountId('house', 'claims', 'MXN')
    await post(
      fundingEntry(1, pesosOf(one), 12_345n),
      fixtureEntry(2, [moves(feesPesos, 700n), moves(custodyPesos, -700n)]),
      // Its bank took 20.00 back that nobody has any more.
      fixtureEntry(3, [moves(claims, -2_000n), moves(custodyPesos, 2_000n)]),
    )
    await run()
    const whole = await get<{ statement: string; assets: object[] }>('/index/proof/info')
    expect(whole.assets).toEqual([
      {
        asset: 'MXN',
        owed: '123.45',
        inCustody: '110.45',
        house: '7.00',
        ungranted: '0.00',
        claims: '20.00',
        covered: '89.46',
      },
    ])
    // The signed text names the account, so that anybody can find the same.
    expect(JSON.parse(whole.statement).house).toContainEqual({ purse: 'claims', asset: 'MXN', amount: '-2000' })
  })

  it('states practice money that nobody was granted apart from what is the house’s own', async () => {
    const pool = accountId('house', 'practice-funding', 'MXN')
    await post(
      fundingEntry(1, pesosOf(one), 12_345n),
      fixtureEntry(2, [moves(feesPesos, 700n), moves(custodyPesos, -700n)]),
      fixtureEntry(3, [moves(pool, 90_000n), moves(custodyPesos, -90_000n)]),
    )
    await run()
    const { assets } = await get<{ assets: { inCustody: string }[] }>('/index/proof/info')
    expect(assets).toMatchObject([{ owed: '123.45', house: '7.00', ungranted: '900.00', inCustody: '1030.45' }])
  })

  it('states a claim in an asset that nobody is owed any more', async () => {
    await post(
      fundingEntry(1, pesosOf(one), 100n),
      fixtureEntry(2, [
        moves(accountId('house', 'claims', 'USD'), -700n),
        moves(accountId('house', 'fees', 'USD'), 700n),
      ]),
    )
    await run()
    expect((await get<{ assets: object[] }>('/index/proof/info')).assets).toEqual([
      {
        asset: 'MXN',
        owed: '1.00',
        inCustody: '1.00',
        house: '0.00',
        ungranted: '0.00',
        claims: '0.00',
        covered: '100.00',
      },
      { asset: 'USD', owed: '0.00', inCustody: '0.00', house: '7.00', ungranted: '0.00', claims: '7.00' },
    ])
  })

  it('says which asset it leaves out when a leaf is not what the journal says', async () => {
    await post(fundingEntry(1, pesosOf(one), 100n))
    await app.database.owner.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`update ledger_balance set posted = 99 where posted = 100`
    })
    await run()
    expect(await get<Own>('/user/proof', one.token)).toMatchObject({ leaves: [], missing: ['MXN'] })
  })

  it('counts who checked, once each, and refuses what it does not know', async () => {
    await post(fundingEntry(1, pesosOf(one), 100n))
    await run()
    const report = (token: string, number: string, sound: string) =>
      app.ask({ method: 'POST', path: '/ipcf-api/user/proof/checked', token, body: { number, sound } })
    for (const token of [one.token, one.token, restricted.token])
      expect((await report(token, '1', 'true')).status).toBe(200)
    expect((await report(one.token, '1', 'false')).status).toBe(200)
    expect((await report(one.token, '2', 'true')).json.code).toBe(19_401)
    const { rows } = await get<{ rows: { checks: object }[] }>('/index/proof')
    expect(rows[0]?.checks).toEqual({ sound: 2, unsound: 1 })
  })

  it('cannot be changed, removed, skipped or replaced, by the runtime role nor by the owner', async () => {
    await post(fundingEntry(1, pesosOf(one), 100n))
    await run()
    const { sql, owner } = app.database
    for (const table of ['liability_proof', 'liability_tile', 'liability_check']) {
      await expect(sql.unsafe(`delete from ${table}`)).rejects.toThrow(/permission denied/)
      await expect(sql.unsafe(`update ${table} set number = 2`)).rejects.toThrow(/permission denied/)
      await expect(owner.unsafe(`delete from ${table}`)).rejects.toThrow(/insert-only/)
      await expect(owner.unsafe(`truncate ${table} cascade`)).rejects.toThrow(/insert-only/)
    }
    const again = (number: number, previous: string) => sql`
      insert into liability_proof select ${number}, made_at, journal_seq, journal_hash, statement, hash,
        decode(${previous}, 'hex'), signing_key, signature from liability_proof`
    await expect(again(2, '0'.repeat(64))).rejects.toThrow(/does not follow/)
    await expect(again(3, '0'.repeat(64))).rejects.toThrow(/does not follow/)
    await expect(again(1, '0'.repeat(64))).rejects.toThrow(/does not follow/)
  })
})
