import { transaction } from '@bolsillo/server-kit'
import { type TestDatabase, testDatabase } from '@bolsillo/test-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AuditEntry } from '../domain/index.ts'
import { mariaSignsIn, operatorLooksAtMaria } from '../fixtures.ts'
import { createAuditLog, verifyAudit } from './audit.ts'
import { findRecords } from './audit-store.ts'

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

  it('forgets what a rolled-back transaction recorded', async () => {
    const failing = transaction(database.sql, async (tx) => {
      await audit.record(tx, mariaSignsIn)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await verifyAudit(database.sql)).toMatchObject({ ok: true, records: 0n })
  })

  it('numbers without gaps, in the order in which they wait, what many transactions record at once', async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        record({ ...mariaSignsIn, details: { attempt: String(index) } }, operatorLooksAtMaria),
      ),
    )
    expect(await verifyAudit(database.sql)).toMatchObject({ ok: true, records: 80n })
  })

  it('lets nobody wait for a transaction that has recorded and goes on', async () => {
    await transaction(database.sql, async (tx) => {
      await audit.record(tx, mariaSignsIn)
      await record(operatorLooksAtMaria)
    })
    const all = await findRecords(database.sql, { limit: 10 })
    expect(all.map(({ seq, action }) => [seq, action])).toEqual([
      [2n, 'identity.sign-in'],
      [1n, 'identity.view-customer'],
    ])
  })

  it('lets the runtime role neither write past the audit nor change anything', async () => {
    await record(mariaSignsIn)
    const { sql, owner } = database
    await expect(sql`insert into audit_record (seq, payload, hash) values (2, '{}', '')`).rejects.toThrow(/permission/)
    await expect(
      sql`insert into audit_index select 2, place, actor, action, subject, digest from audit_index`,
    ).rejects.toThrow(/permission/)
    await expect(
      sql`insert into act_queue (kind, actor, subject, key, payload) values ('audit', 'x', 'x', '2', '{}')`,
    ).rejects.toThrow(/permission/)
    await expect(sql`update audit_count set records = 7`).rejects.toThrow(/permission/)
    const sound = { action: 'a.b', actor: 'x', at: 1, details: { by: 'x' }, subject: 'y' }
    for (const [what, value] of Object.entries({ action: 1, actor: null, at: 1.5, details: { by: 1 }, subject: [] })) {
      const payload = JSON.stringify({ ...sound, [what]: value })
      await expect(sql`select audit_append(${[payload]}::text[])`, what).rejects.toThrow(/is_a_record/)
    }
    await expect(sql`insert into audit_pending (payload) values ('{}')`).rejects.toThrow(/permission/)
    await expect(sql`update audit_head set seq = 7`).rejects.toThrow(/permission/)
    await expect(sql`set role bolsillo_ledger`).rejects.toThrow(/permission/)
    await expect(owner`update audit_record set payload = '{}'`).rejects.toThrow(/insert-only/)
    await expect(owner`delete from audit_record`).rejects.toThrow(/insert-only/)
    await expect(owner`truncate audit_record`).rejects.toThrow(/insert-only/)
    await expect(owner`update audit_index set actor = 'x'`).rejects.toThrow(/insert-only/)
    await expect(owner`delete from audit_count`).rejects.toThrow(/insert-only/)
    await expect(owner`update act_queue set payload = '{}'`).rejects.toThrow(/insert-only/)
  })
})
