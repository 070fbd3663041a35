import { createHash } from 'node:crypto'
import { createAuditLog, verifyAudit } from '@bolsillo/audit/server'
import { instant } from '@bolsillo/kernel'
import { type Cause, nameCause, type Tx, transaction } from '@bolsillo/server-kit'
import { type TestDatabase, testDatabase, testServices } from '@bolsillo/test-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fundingEntry, maria, mariaPesos } from '../../fixtures.ts'
import { createLedger } from '../create-ledger.ts'
import { verifyLedger } from '../verify/verify-ledger.ts'
import { createActSealer, sealActs } from './seal-acts.ts'

const audit = createAuditLog()
const ledger = createLedger()
let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase({ connectionsMax: 8 })
})
afterEach(async () => {
  await database.drop()
})

const at = instant(1_770_000_000_000)
const services = () => testServices({ sql: database.sql })
const seal = () => sealActs(database.sql, services().clock)
const record = (tx: Tx) =>
  audit.record(tx, { at, actor: maria, action: 'settings.change', subject: maria, details: {} })
const setting = async (tx: Tx, key: string): Promise<void> => {
  await tx`insert into setting_change (key, value, effective_at, changed_at, actor, reason) values (${key}, '5', 2, 1, ${maria}, 'why')`
}
const write = (key: string, cause?: Cause) => transaction(database.sql, (tx) => setting(tx, key), cause)

interface RowAct {
  readonly kind: string
  readonly subject: string
  readonly key: string
  readonly by: string | null
  readonly actor: string
  readonly length: number | null
}
const journal = async (): Promise<readonly RowAct[]> => [
  ...(await database.owner<RowAct[]>`
    select kind, subject, payload ->> 'key' as key, payload ->> 'by' as by, actor, length(payload ->> 'commitment') as length
    from journal_act where kind like 'row-%' and subject not in ('installation', 'deposit_move', 'trade_before', 'by_hand_ceiling') order by number`),
]
const waiting = async (): Promise<number> =>
  (await database.owner`select 1 from act_queue where kind like 'row-%'`).length

describe('rows that decide something', () => {
  it('leave acts that get their numbers in the order they were written in, and have the record as their cause', async () => {
    await seal()
    await transaction(database.sql, async (tx) => {
      await record(tx)
      await setting(tx, 'a.first')
    })
    await transaction(database.sql, async (tx) => {
      await setting(tx, 'a.second')
      await record(tx)
      await record(tx)
    })
    await write('a.third', { cause: 'job:sample' })
    await write('a.fourth')
    expect(await journal()).toEqual([])
    expect(await waiting()).toBe(4)
    await seal()
    const own = { kind: 'row-kept', subject: 'setting_change', length: 64 }
    expect(await journal()).toEqual([
      { ...own, key: '1', by: 'audit:1', actor: maria },
      { ...own, key: '2', by: 'audit:2', actor: maria },
      { ...own, key: '3', by: 'job:sample', actor: 'system' },
      { ...own, key: '4', by: null, actor: database.address.runtime?.user },
    ])
    expect(await waiting()).toBe(0)
    expect(await verifyLedger(database.sql)).toMatchObject({ ok: true })
    expect(await verifyAudit(database.sql)).toMatchObject({ ok: true, records: 3n })
  })

  it('say that a row is gone, forget its salt, and say nothing where only what is left out changes', async () => {
    const device = { cause: 'job:sample' }
    await seal()
    await database.owner.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`insert into customer (id, display_number, phone, password_hash, language, invite_code,
        disclaimer_agreed_at, privacy_agreed_at, created_at) values (${maria}, 10000001, '1', 'h', 'es-ES', 'i', 1, 1, 1)`
    })
    const own = (work: (tx: Tx) => Promise<unknown>) => transaction(database.sql, work, device)
    await own((tx) => tx`insert into customer_device values (${maria}, 'known', 1, 1)`)
    await own((tx) => tx`update customer_device set last_seen_at = 2`)
    await own((tx) => tx`update customer_device set first_seen_at = 2`)
    await own((tx) => tx`delete from customer_device`)
    await seal()
    expect((await journal()).map(({ kind, key, length }) => [kind, key, length])).toEqual([
      ['row-kept', `["${maria}", "known"]`, 64],
      ['row-kept', `["${maria}", "known"]`, 64],
      ['row-removed', `["${maria}", "known"]`, null],
    ])
    expect(await database.owner`select 1 from row_salt where table_name = 'customer_device'`).toHaveLength(0)
  })

  it('keep what says something of a person out of the journal', async () => {
    await seal()
    await transaction(database.sql, (tx) => tx`insert into recovery_code values ('cus', '\\x01', 1, null)`)
    await seal()
    const [kept] = await database.owner<{ key: string; salt: Buffer }[]>`
      select key, salt from row_salt where table_name = 'recovery_code'`
    expect(kept?.key).toContain('cus')
    const made = createHash('sha256')
      .update(kept?.salt ?? '')
      .update(`key ${kept?.key}`)
      .digest('hex')
    expect((await journal()).map(({ key }) => key)).toEqual([made])
  })

  it('are numbered once, whoever seals, beside entries of others', async () => {
    await Promise.all([
      ...Array.from({ length: 40 }, (_, no) => write(`a.key${no}`, { cause: 'job:sample' })),
      ...Array.from({ length: 10 }, () => seal()),
      ...[1, 2, 3].map((no) => transaction(database.sql, (tx) => ledger.post(tx, [fundingEntry(no, mariaPesos, 5n)]))),
    ])
    const sealers = [createActSealer(services()), createActSealer(services())]
    await Promise.all(sealers.map((sealer) => sealer.start()))
    await Promise.all(sealers.map((sealer) => sealer.stop()))
    expect(new Set((await journal()).map(({ key }) => key)).size).toBe(40)
    expect(await journal()).toHaveLength(40)
    expect(await waiting()).toBe(0)
    expect(await verifyLedger(database.sql)).toMatchObject({ ok: true })
  })

  it('cannot be hidden behind tables of a session', async () => {
    await seal()
    await transaction(database.sql, async (tx) => {
      await tx`create temporary table act_queue (like public.act_queue including all) on commit drop`
      await tx`create temporary table row_salt (table_name text, key text, salt bytea) on commit drop`
      await tx`grant all on pg_temp.act_queue, pg_temp.row_salt to public`
      await setting(tx, 'a.hidden')
      await record(tx)
    })
    expect(await waiting()).toBe(1)
    await seal()
    expect(await journal()).toMatchObject([{ subject: 'setting_change', by: 'audit:1' }])
  })

  it('leave no act when their transaction is rolled back, and none by themselves can be written or taken away', async () => {
    await seal()
    await expect(
      transaction(database.sql, async (tx) => {
        await nameCause(tx, { cause: 'job:sample' })
        await setting(tx, 'a.first')
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await waiting()).toBe(0)
    await write('a.second')
    const { sql, owner } = database
    await expect(sql`delete from act_queue`).rejects.toThrow(/permission/)
    await expect(sql`update act_queue set cause = 'job:other'`).rejects.toThrow(/permission/)
    await expect(
      sql`insert into act_queue (kind, actor, subject, key) values ('row-removed', 'x', 'x', 'x')`,
    ).rejects.toThrow(/permission/)
    await expect(sql`select salt from row_salt`).rejects.toThrow(/permission/)
    await expect(sql`select keep_rows('job', '{name}')`).rejects.toThrow(/permission/)
    await expect(owner`update act_queue set cause = 'job:other'`).rejects.toThrow(/insert-only/)
    await expect(owner`truncate act_queue`).rejects.toThrow(/insert-only/)
    // Nothing that is not in the journal leaves the queue.
    const [row] = await sql`select journal_took(array(select place from act_queue)) as count`
    expect(row?.count).toBe(0n)
    expect(await waiting()).toBe(1)
  })
})
