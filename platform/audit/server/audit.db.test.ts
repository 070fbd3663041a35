import { createHash } from 'node:crypto'
import { transaction } from '@bolsillo/server-kit'
import { type TestDatabase, testDatabase } from '@bolsillo/test-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AuditEntry, auditGenesis, chainOwn, checkOwn } from '../domain/index.ts'
import { mariaSignsIn, operatorLooksAtMaria } from '../fixtures.ts'
import { createAuditLog, verifyAudit } from './audit.ts'
import { findChainAbout, findRecords } from './audit-store.ts'

let database: TestDatabase
const audit = createAuditLog()
beforeEach(async () => {
  database = await testDatabase({ connectionsMax: 8 })
})
afterEach(async () => {
  await database.drop()
})

const record = (...entries: AuditEntry[]) => transaction(database.sql, (tx) => audit.record(tx, ...entries))

describe('the audit', () => {
  it('shows a customer what they did and what was done about them, newest first, a page at a time', async () => {
    await record(mariaSignsIn, operatorLooksAtMaria)
    await record({
      ...mariaSignsIn,
      actor: 'cus_01KJ0000000000000000000002',
      subject: 'cus_01KJ0000000000000000000002',
    })
    const all = await audit.aboutCustomer(database.sql, mariaSignsIn.subject, { limit: 10 })
    expect(all.map(({ seq, action }) => [seq, action])).toEqual([
      [2n, 'identity.view-customer'],
      [1n, 'identity.sign-in'],
    ])
    expect(await audit.aboutCustomer(database.sql, mariaSignsIn.subject, { limit: 10, before: 2n })).toHaveLength(1)
    expect(await findRecords(database.sql, { limit: 10 })).toHaveLength(3)
  })

  it('gives a customer their records as they were hashed, a page at a time, for a chain of their own', async () => {
    const stranger = 'cus_01KJ0000000000000000000002'
    for (let n = 0; n < 6; n += 1) {
      await record(n % 2 === 0 ? mariaSignsIn : { ...mariaSignsIn, actor: stranger, subject: stranger })
      if (n % 3 === 0) await record(operatorLooksAtMaria)
    }
    const hash = async (text: string): Promise<string> => createHash('sha256').update(text).digest('hex')
    const page = async (after: bigint, limit: number) =>
      (await findChainAbout(database.sql, mariaSignsIn.subject, after, limit)).map((row) => ({
        seq: String(row.seq),
        payload: row.payload,
        previous: row.previous?.toString('hex') ?? auditGenesis,
        hash: row.hash.toString('hex'),
      }))
    const all = await page(0n, 100)
    expect(all.map(({ seq }) => seq)).toEqual(['1', '2', '4', '6', '7'])
    expect([...(await page(0n, 2)), ...(await page(2n, 100))]).toEqual(all)
    expect(await checkOwn(await chainOwn(all, hash), hash)).toBeUndefined()
  })

  it('forgets what a rolled-back transaction recorded', async () => {
    const failing = transaction(database.sql, async (tx) => {
      await audit.record(tx, mariaSignsIn)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await verifyAudit(database.sql)).toMatchObject({ ok: true, records: 0n })
  })

  it('numbers without gaps and chains what many transactions record at once', async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        record({ ...mariaSignsIn, details: { attempt: String(index) } }, operatorLooksAtMaria),
      ),
    )
    expect(await verifyAudit(database.sql)).toMatchObject({ ok: true, records: 80n })
  })

  it('lets the runtime role neither write past the audit nor change anything', async () => {
    await record(mariaSignsIn)
    const { sql, owner } = database
    await expect(sql`insert into audit_record (seq, payload, hash) values (2, '{}', '')`).rejects.toThrow(/permission/)
    await expect(sql`insert into audit_pending (payload) values ('{}')`).rejects.toThrow(/permission/)
    await expect(sql`update audit_head set seq = 7`).rejects.toThrow(/permission/)
    await expect(sql`set role bolsillo_ledger`).rejects.toThrow(/permission/)
    await expect(owner`update audit_record set payload = '{}'`).rejects.toThrow(/insert-only/)
    await expect(owner`delete from audit_record`).rejects.toThrow(/insert-only/)
    await expect(owner`truncate audit_record`).rejects.toThrow(/insert-only/)
  })

  const forged = JSON.stringify({ ...mariaSignsIn, details: { device: 'another' } })
  it.each([
    ['an edited record', `update audit_record set payload = '${forged}' where seq = 2`, 2n, /record 2 is not what/],
    ['a deleted record', 'delete from audit_record where seq = 2', 2n, /record 2 is missing/],
    ['a deleted end', 'delete from audit_record where seq = 3', 2n, /head of the chain says record 3/],
    [
      'an inserted record',
      `insert into audit_record (seq, payload, hash) select 4, payload, hash from audit_record where seq = 1`,
      4n,
      /record 4 is not what/,
    ],
    [
      'two swapped records',
      'update audit_record set seq = seq + 10 where seq in (1, 2); update audit_record set seq = 13 - seq where seq > 10',
      1n,
      /record 1 is not what/,
    ],
  ])('finds %s, done by a superuser with the triggers off', async (_, tampering, seq, problem) => {
    await record(mariaSignsIn, operatorLooksAtMaria, mariaSignsIn)
    await database.owner.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx.unsafe(tampering)
    })
    expect(await verifyAudit(database.sql)).toMatchObject({ ok: false, seq, problem: expect.stringMatching(problem) })
  })
})
