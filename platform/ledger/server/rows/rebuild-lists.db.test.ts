import { createAuditLog } from '@bolsillo/audit/server'
import { instant, present } from '@bolsillo/kernel'
import { transaction } from '@bolsillo/server-kit'
import { type TestDatabase, testDatabase } from '@bolsillo/test-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fixtureEntry, fundingEntry, jorgePesos } from '../../fixtures.ts'
import { createLedger } from '../create-ledger.ts'
import { verifyLedger } from '../verify/verify-ledger.ts'
import { notedList } from './ledger-lists-store.ts'
import { checkRows, rebuildRows } from './rebuild-rows.ts'
import { rowsIn, tamperWith, writeBooks } from './testing/books-store.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase()
  await writeBooks(database)
  await database.sql.end({ timeout: 5 })
})
afterEach(async () => {
  await database.drop()
})

const rebuild = () => rebuildRows({ owner: database.owner, audit: createAuditLog(), now: instant(1_770_000_000_000) })

describe('lists that are kept in rows', () => {
  /** The rows of lists as they are, but for those of some accounts. */
  const cut = async (without = '') => ({
    acts: [
      ...(await database.owner`select account.id, acts.* from ledger_account_acts as acts join ledger_account as account
        using (account_no) where account.id <> ${without} order by 1, last`),
    ],
    recent: [...(await database.owner`select account_no, recent_acts from ledger_balance order by 1`)],
    together: [...(await database.owner`select * from ledger_entry_ids order by 1`)],
  })

  it('finds nothing wrong with lists that are cut otherwise, and leaves them so', async () => {
    // As the migration cuts lists of an installation from before: sixteen acts a row, the last of fewer, none in the balance.
    await tamperWith(
      database,
      `
      create table numbers as select *, (row_number() over (partition by account_no order by seq) - 1) / 16 as part from (
        select account_no, seq from (${notedList.itemsOf((name) => name)}) as item) as listed;
      delete from ledger_account_acts; update ledger_balance set recent_acts = '';
      insert into ledger_account_acts select account_no, max(seq), string_agg(int8send(seq), '' order by seq)
        from numbers group by account_no, part;
      drop table numbers;
      insert into ledger_entry_id select id, seq from ledger_filed on conflict do nothing; delete from ledger_entry_ids`,
    )
    const before = await cut()
    expect(before.acts.length).toBeGreaterThan(40)
    expect(await verifyLedger(database.owner)).toMatchObject({ ok: true })
    expect(await rebuild()).toMatchObject({ ok: true, differences: [] })
    expect(await cut()).toEqual(before)
  })

  it('cuts the list of an account that is wrong anew, and leaves those of others', async () => {
    const [rows, others] = [await rowsIn(database), await cut(jorgePesos)]
    expect(others.acts.length).toBeGreaterThan(0)
    await tamperWith(
      database,
      `update ledger_account_acts set acts = overlay(acts placing '\\x01' from 8) where last = (
        select min(last) from ledger_account_acts join ledger_account using (account_no) where id = '${jorgePesos}')
          and account_no = (select account_no from ledger_account where id = '${jorgePesos}');
      update ledger_entry_ids set ids[2] = null where first_id = (select max(first_id) from ledger_entry_ids)`,
    )
    const found = await checkRows(database.owner)
    const named = found.ok ? found.differences.map(({ table }) => table) : []
    expect(new Set(named)).toEqual(new Set(['ledger_filed', 'ledger_account_acts']))
    expect(await rebuild()).toEqual(found)
    expect(await rowsIn(database)).toEqual(rows)
    const after = await cut(jorgePesos)
    expect(after.acts).toEqual(others.acts)
    expect(after.together).toEqual(others.together.slice(0, -1))
    const [row] = await database.owner`
      select max(octet_length(acts)) as most, min(octet_length(acts)) as least from ledger_account_acts
      where account_no = (select account_no from ledger_account where id = ${jorgePesos})`
    expect(row).toEqual({ most: 128, least: 128 })
  })

  it('notes an act once that posts to an account more than once, wherever its list is cut', async () => {
    const twice = Array.from({ length: 40 }, (_, place) => {
      const [first, ...others] = fundingEntry(800 + place, jorgePesos, 1n).postings
      const own = present(first, 'a posting')
      return fixtureEntry(800 + place, [own, { ...own, posted: -own.posted }, own, ...others])
    })
    for (const entry of twice) await transaction(database.owner, (tx) => createLedger().post(tx, [entry]))
    expect(await checkRows(database.owner)).toMatchObject({ ok: true, differences: [] })
  })

  it('files what somebody put into a row where nobody looks for it', async () => {
    const before = await rowsIn(database)
    await tamperWith(
      database,
      `with gone as (delete from ledger_entry_id where id like 'act:%' returning id, seq)
      insert into ledger_entry_ids select id, id, seq, array[id] from gone`,
    )
    expect(await verifyLedger(database.owner)).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/^ledger_filed id=act:\d+: sound is false, should be true$/),
    })
    expect(await rebuild()).toMatchObject({ ok: true })
    expect(await rowsIn(database)).toEqual(before)
  })
})
