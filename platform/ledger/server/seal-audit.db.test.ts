import { createAuditLog, verifyAudit } from '@bolsillo/audit/server'
import { instant } from '@bolsillo/kernel'
import { transaction } from '@bolsillo/server-kit'
import { type TestDatabase, testDatabase, testServices } from '@bolsillo/test-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fundingEntry, maria, mariaPesos } from '../fixtures.ts'
import { createLedger } from './create-ledger.ts'
import { createAuditSeal } from './seal-audit.ts'
import { verifyLedger } from './verify-ledger.ts'

const audit = createAuditLog()
const ledger = createLedger()
let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase()
})
afterEach(async () => {
  await database.drop()
})

const at = (ms: number) => instant(1_770_000_000_000 + ms)
const record = (device: string) =>
  transaction(database.sql, (tx) =>
    audit.record(tx, { at: at(0), actor: maria, action: 'identity.sign-in', subject: maria, details: { device } }),
  )
const sealOn = () => {
  const { sql, log } = testServices({ sql: database.sql })
  return createAuditSeal({ sql, log, audit })
}
const verify = async () => {
  const books = await verifyLedger(database.sql)
  if (!books.ok) return books
  const acts = await verifyAudit(database.sql, books.auditHeads)
  return acts.ok ? { ok: true, named: [...(books.auditHeads ?? [])].map(([seq]) => seq) } : acts
}
/** What the owner of the database can do: the audit made anew from a record on, so that it agrees with itself. */
const rewrite = (from: number, last: number) =>
  database.owner.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`delete from audit_record where seq > ${last}`
    await tx`update audit_record set payload = replace(payload, 'phone', 'other') where seq = ${from}`
    await tx.unsafe(`do $$ declare record record; before bytea := decode(repeat('00', 32), 'hex'); begin
      for record in select seq, payload from audit_record order by seq loop
        before := sha256(convert_to('bolsillo.audit.record.1' || E'\\n' || record.seq || E'\\n' || encode(before, 'hex')
          || E'\\n' || record.payload, 'UTF8'));
        update audit_record set hash = before where seq = record.seq;
      end loop;
      update audit_head set hash = before, seq = ${last}; end $$`)
  })

describe('the audit under the heads of the journal', () => {
  it('is named when it has moved, once, also after a restart, and beside entries', async () => {
    const seal = sealOn()
    await seal.seal(at(1))
    expect((await ledger.head(database.sql)).seq).toBe(0n)
    await record('phone')
    await seal.seal(at(2))
    await seal.seal(at(3))
    await transaction(database.sql, (tx) => ledger.post(tx, [fundingEntry(1, mariaPesos, 5n)]))
    await record('tablet')
    await sealOn().seal(at(4))
    await sealOn().seal(at(5))
    await seal.seal(at(6))
    expect(await verify()).toEqual({ ok: true, named: [1n, 2n] })
    expect((await ledger.head(database.sql)).seq).toBe(5n)
    const acts = await database.owner`select kind, cause, payload ->> 'number' as number from journal_act
      where kind = 'audit-head' order by number`
    expect([...acts]).toEqual([
      { kind: 'audit-head', cause: 'audit:1', number: '1' },
      { kind: 'audit-head', cause: 'audit:2', number: '2' },
    ])
  })

  it.each([
    ['made anew', 1, 3, 1n, /^the journal names record 1 as [0-9a-f]{64}: the audit up to it was made anew$/],
    ['made anew from a record on', 2, 3, 2n, /^the journal names record 2 as/],
    ['cut off', 3, 1, 1n, /^the journal names record 2, the audit ends at 1$/],
  ])('is found when it was %s so that it agrees with itself', async (_, from, last, seq, problem) => {
    const seal = sealOn()
    await record('phone 1')
    await seal.seal(at(1))
    await record('phone 2')
    await seal.seal(at(2))
    await record('phone 3')
    await rewrite(from, last)
    expect(await verifyAudit(database.sql)).toMatchObject({ ok: true })
    expect(await verify()).toEqual({ ok: false, seq, problem: expect.stringMatching(problem) })
    // The server that runs, and one that starts, say so too, and name nothing more.
    for (const one of [seal, sealOn()]) {
      await one.seal(at(3))
      expect(one.problem()).toMatch(/^record 2 of the audit was [0-9a-f]{64}, it is/)
    }
    expect((await ledger.head(database.sql)).seq).toBe(2n)
  })

  it('is not held up by what came after the last head that was named', async () => {
    const seal = sealOn()
    await record('phone 1')
    await seal.seal(at(1))
    await record('phone 2')
    await rewrite(2, 2)
    await seal.seal(at(2))
    expect(seal.problem()).toBeUndefined()
    expect(await verify()).toEqual({ ok: true, named: [1n, 2n] })
  })
})
