import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { auditPayload } from '@bolsillo/audit/domain'
import { mariaSignsIn } from '@bolsillo/audit/fixtures'
import { createAudit, verifyAudit } from '@bolsillo/audit/server'
import { currencies, present } from '@bolsillo/kernel'
import { practicePoolEntry } from '@bolsillo/ledger/domain'
import { fixtureAt } from '@bolsillo/ledger/fixtures'
import { auditRows, createLedger, sealActs, verifyLedger } from '@bolsillo/ledger/server'
import { kitMigrations, migrate, type RoomMigrations, transaction } from '@bolsillo/server-kit'
import { emptyTestDatabase, type TestDatabase, testServices } from '@bolsillo/test-kit'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkDecisions } from '../check-books.ts'

const { room, audit } = createAudit()
const folders = mkdtempSync(join(tmpdir(), 'bolsillo-earlier-'))
const ledgerMigrations = {
  room: 'ledger',
  folder: new URL('../../../platform/ledger/server/migrations/', import.meta.url),
}
const auditMigrations = { room: 'audit', folder: room.migrations ?? new URL('file:///') }
const proofMigrations = {
  room: 'proof',
  folder: new URL('../../../platform/proof/server/migrations/', import.meta.url),
}
const now = [kitMigrations, auditMigrations, ledgerMigrations, proofMigrations]

/** The migrations of a room up to one that is not among them. */
function before({ room: name, folder }: RoomMigrations, until: string): RoomMigrations {
  const at = mkdtempSync(join(folders, name))
  for (const file of readdirSync(folder).filter((one) => one < until))
    copyFileSync(new URL(file, folder), join(at, file))
  return { room: name, folder: pathToFileURL(`${at}/`) }
}

const countOf = (rooms: readonly RoomMigrations[]) =>
  rooms.reduce((count, { folder }) => count + readdirSync(folder).length, 0)

/** What an entry may do where there is nothing else yet: practice money. */
const pool = [{ minor: 5n, asset: currencies.MXN }]

let database: TestDatabase
beforeEach(async () => {
  database = await emptyTestDatabase()
})
afterEach(() => database.drop())
afterAll(() => rmSync(folders, { recursive: true, force: true }))

const actOf = (device: string) => ({ ...mariaSignsIn, details: { device: `phone ${device}` } })
const recordBefore = (device: string) =>
  database.owner.begin((tx) => tx`select audit_append(${[auditPayload(actOf(device))]}::text[])`)
/** As the version before named the last record when it stopped. */
const nameRecord = async (number: bigint): Promise<void> => {
  const [row] = await database.owner<{ hash: Buffer }[]>`select hash from audit_record where seq = ${number}`
  const payload = { number, hash: new Uint8Array(row?.hash ?? []) }
  const act = { at: fixtureAt, kind: 'audit-head', actor: 'ledger', cause: `audit:${number}`, subject: 'audit' }
  await transaction(database.owner, (tx) =>
    createLedger().post(tx, [practicePoolEntry(pool, 'venue-simulated', fixtureAt)], {
      notes: [{ ...act, payload, postings: [] }],
    }),
  )
}

describe('an installation whose records of the audit are in a chain of their own', () => {
  it.each([
    ['named when the server stopped', 3n],
    ['named before its last record', 2n],
  ])('goes on behind it, %s', async (_, named) => {
    const { owner, address } = database
    const login = present(address.runtime, 'the login of tests')
    const rooms: readonly [RoomMigrations, string][] = [
      [kitMigrations, '0003'],
      [auditMigrations, '0005'],
      [ledgerMigrations, '0015'],
      [proofMigrations, '0003'],
    ]
    const earlier = rooms.map(([each, until]) => before(each, until))
    await migrate(owner, login, earlier, fixtureAt)
    for (const device of ['1', '2', '3']) await recordBefore(device)
    await nameRecord(named)
    expect(await migrate(owner, login, now, fixtureAt)).toBe(countOf(now) - countOf(earlier))

    await transaction(database.sql, (tx) => audit.record(tx, actOf('4')))
    const log = async () =>
      (await audit.aboutCustomer(database.sql, mariaSignsIn.subject, { limit: 3 })).map(({ seq, details }) => [
        seq,
        details.device,
      ])
    const verify = async () => {
      const books = await verifyLedger(owner, { sources: [auditRows] })
      expect(books).toMatchObject({ ok: true })
      return books.ok ? [...(books.auditHeads?.keys() ?? [])] : []
    }
    const newest = [
      [4n, 'phone 4'],
      [3n, 'phone 3'],
      [2n, 'phone 2'],
    ]
    expect(await log()).toEqual(newest)
    expect(await verify()).toEqual([named])
    expect(await checkDecisions(owner)).toEqual([])
    await sealActs(database.sql, testServices({ sql: database.sql }).clock)
    expect(await log()).toEqual(newest)
    expect(await verify()).toEqual([...new Set([named, 3n])])
    expect(await checkDecisions(owner)).toEqual([])
    expect(await verifyAudit(owner, new Map([[4n, 'x']]))).toMatchObject({ ok: false })
    expect(await verifyAudit(owner)).toEqual({ ok: true, records: 4n, chained: 3n })
    const all = await owner`select seq, details ->> 'device' as device from audit_entry order by seq`
    expect(all.map(({ device }) => device)).toEqual(['phone 1', 'phone 2', 'phone 3', 'phone 4'])
  })
})
