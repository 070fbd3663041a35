import { createAuditLog } from '@bolsillo/audit/server'
import { currencies } from '@bolsillo/kernel'
import { transaction } from '@bolsillo/server-kit'
import { fixedSettings } from '@bolsillo/settings/fixtures'
import { type TestApp, testApp, testCustomer } from '@bolsillo/test-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { accountId, customerAccount, type Valuation } from '../../domain/index.ts'
import { fixtureEntry, moves } from '../../fixtures.ts'
import { createLedger } from '../create-ledger.ts'
import type { Ledger } from '../ledger.ts'
import { createLedgerRoom } from '../ledger-room.ts'

const valuation: Valuation = {
  assetOf: (code) => Object.values(currencies).find((asset) => asset.code === code),
  usdMxn: () => undefined,
  totalOf: () => undefined,
}

const { customerId, token } = testCustomer(1)
const pesos = customerAccount(customerId, 'stock', 'MXN')
let ledger: Ledger
let app: TestApp
let room: ReturnType<typeof createLedgerRoom>

beforeEach(async () => {
  ledger = createLedger()
  app = await testApp({
    rooms: (services) => {
      const audit = createAuditLog()
      const deps = { services, ledger, audit, valuation, publisher: { publish: () => undefined } }
      room = createLedgerRoom({ ...deps, settings: fixedSettings(), custodian: 'venue-simulated' })
      return [room.room]
    },
  })
  await room.room.start?.()
})
afterEach(async () => {
  await room.room.stop?.()
  await app.close()
})

const grant = (key: string, as = token) =>
  app.ask({
    method: 'POST',
    path: '/ipcf-api/user/practice/grant',
    token: as,
    headers: { 'idempotency-key': key },
    body: {},
  })

type Sums = Readonly<Record<'asset' | 'customers' | 'house' | 'ungranted' | 'heldForUs' | 'sum', string>>
interface AccountsOfAsset {
  readonly customers: string
  readonly rows: readonly { readonly owner: string; readonly purse: string; readonly posted: string }[]
}
interface BookRecords {
  readonly posted: string
  readonly range?: Readonly<Record<'from' | 'to', { readonly seq: string; readonly at: number }>>
  readonly rows: readonly {
    readonly seq: string
    readonly at: number
    readonly kind: string
    readonly posted: string
  }[]
  readonly next?: string
}

/** All pages of an account of the public books, so many lines each. */
async function bookRecords(account: string, limit: number): Promise<BookRecords> {
  const rows: BookRecords['rows'][number][] = []
  for (let cursor = ''; ; ) {
    const answer = await app.ask({ path: `/ipcf-api/index/ledger/records?account=${account}&limit=${limit}${cursor}` })
    const page = answer.json.data as BookRecords
    rows.push(...page.rows)
    if (page.next === undefined) return { ...page, rows }
    cursor = `&cursor=${page.next}`
  }
}

describe('the public books', () => {
  it('count practice money nobody was granted as nobody’s, beside what is the house’s own', async () => {
    const fees = accountId('house', 'fees', 'MXN')
    const insurance = accountId('house', 'insurance', 'MXN')
    const custody = accountId('venue-simulated', 'custody', 'MXN')
    const owed = [moves(custody, -1_000n), moves(fees, 700n), moves(insurance, 300n)]
    await transaction(app.database.sql, (tx) => ledger.post(tx, [fixtureEntry(1, owed)]))
    app.services.clock.advanceMs(10_000)
    const answer = await app.ask({ path: '/ipcf-api/index/ledger' })
    expect((answer.json.data as { assets: object[] }).assets[0]).toMatchObject({
      ...{
        asset: 'MXN',
        house: '7.00',
        insurance: '3.00',
        ungranted: '1000000000.00',
        heldForUs: '1000000010.00',
        sum: '0.00',
      },
    })
  })

  it('open each sum into accounts that come to it, and each account into its entries with their range', async () => {
    await grant('key-00000001')
    app.services.clock.advanceMs(10_000)
    await grant('key-00000002', testCustomer(3).token)
    app.services.clock.advanceMs(10_000)
    const books = (await app.ask({ path: '/ipcf-api/index/ledger' })).json.data as { assets: Sums[] }
    const sums = books.assets.find(({ asset }) => asset === 'MXN')
    const of = (await app.ask({ path: '/ipcf-api/index/ledger/accounts?asset=MXN' })).json.data as AccountsOfAsset
    const total = (keep: (row: AccountsOfAsset['rows'][number]) => boolean): number =>
      of.rows.filter(keep).reduce((sum, { posted }) => sum + Number(posted), 0)
    expect(of.customers).toBe(sums?.customers)
    expect(total(({ purse }) => purse === 'practice-funding')).toBe(Number(sums?.ungranted))
    expect(total(({ owner, purse }) => owner === 'house' && !/^(?:practice-funding|insurance)$/.test(purse))).toBe(
      Number(sums?.house),
    )
    expect(total(({ purse }) => purse === 'custody')).toBe(-Number(sums?.heldForUs))
    const pool = await bookRecords('house:practice-funding:MXN', 2)
    expect(pool.rows.map(({ kind, posted }) => ({ kind, posted }))).toEqual([
      { kind: 'practice-grant', posted: '-100000.00' },
      { kind: 'practice-grant', posted: '-100000.00' },
      { kind: 'practice-pool', posted: '1000000000.00' },
    ])
    expect(pool.rows.reduce((sum, { posted }) => sum + Number(posted), 0)).toBe(Number(pool.posted))
    expect(pool.range).toMatchObject({
      from: { seq: pool.rows.at(-1)?.seq, at: pool.rows.at(-1)?.at },
      to: { seq: pool.rows[0]?.seq, at: pool.rows[0]?.at },
    })
  })

  it('name no customer, and open no account of one', async () => {
    await grant('key-00000001')
    const answer = await app.ask({ path: '/ipcf-api/index/ledger/records?account=house:practice-funding:MXN' })
    expect(answer.body).not.toContain(testCustomer(1).customerId)
    for (const account of [pesos, 'house:fees', 'house:nothing:MXN', 'x'])
      expect((await app.ask({ path: `/ipcf-api/index/ledger/records?account=${account}` })).json.code).toBe(14_003)
    expect((await app.ask({ path: '/ipcf-api/index/ledger/accounts?asset=NONE' })).json.code).toBe(14_003)
  })
})

describe('the own balance', () => {
  const records = (query: string) => app.ask({ path: `/ipcf-api/user/tx/record?${query}`, token })
  const rowsOf = ({ json }: Awaited<ReturnType<typeof records>>) =>
    (json.data as { rows: { seq: string; at: number }[] }).rows

  it('says which entries the balance is the sum of, whatever page is asked for', async () => {
    await grant('key-00000001')
    await transaction(app.database.sql, (tx) =>
      ledger.post(tx, [fixtureEntry(1, [moves(pesos, -500n), moves(accountId('house', 'fees', 'MXN'), 500n)])]),
    )
    const [newest, oldest] = rowsOf(await records('purse=stock&asset=MXN'))
    const range = { from: { seq: oldest?.seq, at: oldest?.at }, to: { seq: newest?.seq, at: newest?.at } }
    const page = await records(`purse=stock&asset=MXN&limit=1&cursor=${newest?.seq}.0`)
    expect(page.json.data).toMatchObject({ range })
  })
})
