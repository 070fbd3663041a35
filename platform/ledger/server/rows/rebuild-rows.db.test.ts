import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAuditLog, verifyAudit } from '@bolsillo/audit/server'
import { instant } from '@bolsillo/kernel'
import { addressFor, connect, transaction } from '@bolsillo/server-kit'
import { fixedSettings } from '@bolsillo/settings/fixtures'
import { type TestDatabase, testDatabase, testServices } from '@bolsillo/test-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fixtureEntry, maria, mariaPesos, reserves } from '../../fixtures.ts'
import { createLedger } from '../create-ledger.ts'
import { createLedgerRoom } from '../ledger-room.ts'
import { verifyLedger } from '../verify/verify-ledger.ts'
import { ledgerTables } from './ledger-tables.ts'
import { checkRows, rebuildRows } from './rebuild-rows.ts'
import type { DerivedTable, RowSource } from './row-source.ts'
import { findColumns } from './scratch-store.ts'
import { openHold, rowsIn, storeTree, tamperWith, writeBooks } from './testing/books-store.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase()
})
afterEach(async () => {
  await database.drop()
})

const audit = createAuditLog()
const at = instant(1_770_000_000_000)

const written = () => writeBooks(database)
const tamper = (statements: string) => tamperWith(database, statements)
const rowsOf = () => rowsIn(database)
/** Whoever edits as the owner takes away what is in the way first. */
const loosen = () =>
  tamper(`do $$ declare one record; begin
    for one in select conrelid::regclass as place, conname from pg_constraint
      where contype = 'c' and conrelid::regclass::text like 'ledger\\_%' loop
      execute format('alter table %s drop constraint %I', one.place, one.conname);
    end loop; end $$; alter table ledger_account alter account_no drop identity`)
/** The server is stopped: nobody is connected but the owner. */
const stopServer = () => database.sql.end({ timeout: 5 })
const rebuild = () => rebuildRows({ owner: database.owner, audit, now: at })

/** Another value of a column's type. */
const others: Readonly<Record<string, (column: string) => string>> = {
  text: (column) => `${column} || 'x'`,
  boolean: (column) => `not ${column}`,
  smallint: (column) => `coalesce(${column}, 0) + 8`,
  integer: (column) => `coalesce(${column}, 0) + 1000`,
  bigint: (column) => `coalesce(${column}, 0) + 1000`,
  bytea: (column) => `sha256(${column})`,
  'text[]': (column) => `array_append(${column}, 'x')`,
}
/** Where a list is kept, and what of its items is wrong when a column of it is edited; undefined: they are others. */
const inLists: Readonly<Record<string, readonly [string, string | undefined]>> = {
  'ledger_entry_id.id': ['ledger_filed', undefined],
  'ledger_entry_id.seq': ['ledger_filed', 'seq'],
  'ledger_entry_ids.first_id': ['ledger_filed', 'sound'],
  'ledger_entry_ids.last_id': ['ledger_filed', 'sound'],
  'ledger_entry_ids.first_seq': ['ledger_filed', 'seq'],
  'ledger_entry_ids.ids': ['ledger_filed', undefined],
  'ledger_account_acts.account_no': ['ledger_account_acts', undefined],
  'ledger_account_acts.last': ['ledger_account_acts', 'sound'],
  'ledger_account_acts.acts': ['ledger_account_acts', undefined],
  'ledger_balance.recent_acts': ['ledger_account_acts', undefined],
}
const edits = ledgerTables.flatMap(({ name, columns, key }) =>
  Object.entries(columns).map(([column, type]) => [name, column, type, key] as const),
)

describe('making rows anew', () => {
  // The rules are compared with the program's; causes the verifier remembers by itself, from the first entry on.
  it('knows every column of its tables, and every table of the ledger that follows', async () => {
    for (const { name, columns } of ledgerTables)
      expect(await transaction(database.owner, (tx) => findColumns(tx, name))).toEqual(Object.keys(columns).toSorted())
    const tables = await database.owner<{ name: string }[]>`
      select relname as name from pg_class where relkind = 'r' and relname like 'ledger\\_%'
        and relname not in ('ledger_block', 'ledger_turn', 'ledger_entry_rule', 'ledger_cause')`
    expect(tables.map(({ name }) => name).toSorted()).toEqual(ledgerTables.map(({ name }) => name).toSorted())
  })

  it('finds and restores every value of every column, edited in every row', async () => {
    await written()
    await loosen()
    await stopServer()
    const before = await rowsOf()
    await tamper('create table singly as table ledger_entry_id; create table together as table ledger_entry_ids')
    expect(await checkRows(database.owner)).toMatchObject({ ok: true, differences: [] })
    for (const [table, column, type, key] of edits) {
      const edit = `update ${table} set ${column} = ${others[type]?.(column)}`
      await tamper(edit)
      const found = await checkRows(database.owner)
      const differences = found.ok ? found.differences : []
      const [where, what] = inLists[`${table}.${column}`] ?? [table, key.includes(column) ? undefined : column]
      // The account that was only opened is nowhere but in its two rows, so one that differs makes the other wrong.
      const related = new Set([where, ...accountTables, ...(edit === renumber ? ['ledger_account_acts'] : [])])
      expect(
        differences.map((one) => one.table).filter((name) => !related.has(name)),
        edit,
      ).toEqual([])
      // A row with another key is one too many, and the row with the right key is missing.
      const named = differences.filter((one) => one.table === where).map((one) => one.column)
      expect(named, edit).toContain(what)
      expect(await verifyLedger(database.owner), edit).toMatchObject({ ok: false })
      expect(await rebuild(), edit).toMatchObject({ ok: true, differences })
      if (column === 'level') await storeTree(database)
      if (where === 'ledger_filed') await fileTogether()
      expect(await checkRows(database.owner), edit).toMatchObject({ ok: true, differences: [] })
      expect(posted(await rowsOf()), edit).toEqual(posted(before))
    }
  }, 240_000)

  /** Ids that were put right are rows of their own: the next edit needs rows of many. */
  const fileTogether = () =>
    tamper(`delete from ledger_entry_id; delete from ledger_entry_ids;
      insert into ledger_entry_id table singly; insert into ledger_entry_ids table together`)
  const accountTables = ['ledger_account', 'ledger_balance']
  /** A balance takes the acts in its row along. */
  const renumber = `update ledger_balance set account_no = ${others.integer?.('account_no')}`
  /** All rows but those of accounts nothing was posted to. */
  const posted = (rows: Record<string, Record<string, unknown>[]>) => {
    const noted = [...(rows.ledger_account_block ?? []), ...(rows['items of ledger_account_acts'] ?? [])]
    const numbers = new Set(noted.map((row) => row.account_no))
    return Object.entries(rows).map(([name, all]) => [
      name,
      all.filter((row) => row.account_no === undefined || numbers.has(row.account_no)),
    ])
  }

  it('finds and restores rows taken away and rows made up, and records it in the audit', async () => {
    await written()
    await stopServer()
    const before = await rowsOf()
    const constraints = () =>
      database.owner`select conname from pg_constraint where conrelid::regclass::text like 'ledger%' order by 1`
    const constrained = [...(await constraints())]
    await tamper(`delete from ledger_hold; delete from ledger_entry_id where seq in (2, 9);
      delete from ledger_account_block where first_seq = 1; delete from ledger_practice_grant; delete from ledger_head;
      delete from ledger_tree where place = 0;
      insert into ledger_entry_id values ('ent_x', 5); insert into ledger_hold select 'hld_x', account_no, 5, 5, 4 from ledger_account limit 1;
      insert into ledger_account_block values (1, 999); insert into ledger_account_acts values (1, 999, '\\x00000000000003e7'); insert into ledger_practice_grant values ('cus_x', 'ent_x', 1)`)
    const found = await checkRows(database.owner)
    expect(
      found.ok && found.differences.filter(({ should }) => should === undefined).map(({ table }) => table),
    ).toEqual([
      ...['ledger_account_block', 'ledger_hold', 'ledger_practice_grant'],
      ...['ledger_filed', 'ledger_account_acts'],
    ])
    expect(found.ok && found.differences.filter(({ is }) => is === undefined).length).toBeGreaterThanOrEqual(8)
    expect(await rebuild()).toEqual(found)
    expect(await rowsOf()).toEqual(before)
    expect([...(await constraints())]).toEqual(constrained)
    const records = await database.owner`select at, actor, action, subject, details from audit_entry order by seq`
    expect([...records]).toContainEqual({
      ...{ action: 'ledger.rebuild-rows', actor: 'shell', at: BigInt(at), subject: 'table:ledger_practice_grant' },
      details: { added: '1', removed: '1' },
    })
    expect(await verifyAudit(database.owner)).toMatchObject({ ok: true })
    // Once more finds nothing to do, and records nothing.
    expect(await rebuild()).toMatchObject({ ok: true, differences: [] })
    expect((await database.owner`select from audit_entry`).length).toBe(records.length)
    const guarded = database.owner`delete from ledger_account_acts`
    await expect(guarded).rejects.toThrow(/insert-only/)
  })

  it('swaps back what was swapped, though names are unique and balances refer to accounts', async () => {
    await written()
    await stopServer()
    const before = await rowsOf()
    await tamper(`alter table ledger_account alter account_no drop identity;
      update ledger_account set account_no = -account_no; update ledger_account set account_no = 3 + account_no where account_no > -3;
      update ledger_account set account_no = -account_no where account_no < 0;
      alter table ledger_account alter account_no add generated always as identity (start with 100)`)
    expect((await checkRows(database.owner)).ok).toBe(true)
    expect(await rebuild()).toMatchObject({ ok: true })
    expect(await rowsOf()).toEqual(before)
  })

  it('lets the server start and go on', async () => {
    await written()
    await stopServer()
    await tamper(`update ledger_balance set posted = posted + 5, held = held where side = 1 and posted > 0;
      update ledger_hold set remaining = remaining - 1 where remaining > 1; update ledger_head set seq = 3`)
    expect(await rebuild()).toMatchObject({ ok: true })
    const sql = connect(addressFor(database.address, { asApp: true }), { connectionsMax: 4, name: 'server again' })
    const folder = mkdtempSync(join(tmpdir(), 'bolsillo-rebuilt-'))
    try {
      const services = { ...testServices({ sql }), sql }
      const ledger = createLedger()
      const { room } = createLedgerRoom({
        ...{ services, ledger, audit, publisher: { publish: () => undefined }, settings: fixedSettings() },
        valuation: { assetOf: () => undefined, usdMxn: () => undefined, totalOf: () => undefined },
        ...{ custodian: 'venue-simulated', witnessFile: join(folder, 'heads.jsonl') },
      })
      await room.start?.()
      await transaction(sql, (tx) => ledger.post(tx, [fixtureEntry(900, [reserves(mariaPesos, -1000n, openHold)])]))
      await room.stop?.()
      const books = await verifyLedger(sql)
      expect(books).toMatchObject({ ok: true })
      expect(await verifyAudit(sql, books.ok ? books.auditHeads : undefined)).toMatchObject({ ok: true })
    } finally {
      rmSync(folder, { recursive: true })
      await sql.end({ timeout: 5 })
    }
  })

  it('puts right as an owner who is no superuser, too', async () => {
    await written()
    await stopServer()
    const before = await rowsOf()
    const name = `owner_${database.address.database}`
    await database.owner.unsafe(`create role ${name} login password 'x' in role bolsillo_ledger;
      grant usage, create on schema public to ${name};
      do $$ declare one record; begin
        for one in select tablename from pg_tables where schemaname = 'public' loop
          execute format('alter table %I owner to ${name}', one.tablename); end loop; end $$`)
    const plain = connect(
      { ...database.address, user: name, password: 'x' },
      { connectionsMax: 1, name: 'plain owner' },
    )
    try {
      await tamper(`update ledger_balance set posted = 0, held = 0; delete from ledger_account_block;
        delete from ledger_account_acts; delete from ledger_entry_ids;
        update ledger_account set asset = 'USD', id = owner || ':' || purse || ':USD' where id like '%:stock:MXN'`)
      expect(await rebuildRows({ owner: plain, audit, now: at })).toMatchObject({ ok: true })
      expect(await rowsOf()).toEqual(before)
      expect(await verifyAudit(database.owner)).toMatchObject({ ok: true, records: 5n })
    } finally {
      await plain.end({ timeout: 5 })
      await database.owner.unsafe(`reassign owned by ${name} to current_user; drop owned by ${name}; drop role ${name}`)
    }
  })

  it('changes nothing while a server is connected, or somebody holds its tables', async () => {
    await written()
    await tamper('update ledger_balance set posted = posted + 1 where account_no = 1')
    expect(await rebuild()).toEqual({ ok: false, refused: expect.stringMatching(/^the server is connected/) })
    await stopServer()
    const other = connect(database.address, { connectionsMax: 1, name: 'other' })
    const reading = Promise.withResolvers<void>()
    const done = Promise.withResolvers<void>()
    const held = other.begin(async (tx) => {
      await tx`select from ledger_balance`
      reading.resolve()
      await done.promise
    })
    await Promise.race([reading.promise, held])
    expect(await rebuild()).toEqual({ ok: false, refused: expect.stringMatching(/holds a lock/) })
    done.resolve()
    await held
    await other.end()
    expect(await rebuild()).toMatchObject({ ok: true, differences: [{ column: 'posted' }] })
  })

  it.each([
    ['a journal that was edited', 'update journal_block set body = set_byte(body, 9, 9)', /its hash differs$/],
    [
      'a journal whose end was cut off',
      'delete from journal_block where first = (select max(first) from journal_block)',
      /^the head of the chain says entry \d+, the journal ends at \d+$/,
    ],
  ])('makes no rows of %s', async (_, statement, problem) => {
    await written()
    await stopServer()
    await tamper(`${statement}; update ledger_balance set posted = posted + 1 where account_no = 1`)
    const before = await rowsOf()
    const refused = { ok: false, problem: expect.stringMatching(problem) }
    expect(await checkRows(database.owner)).toMatchObject(refused)
    expect(await rebuild()).toMatchObject(refused)
    expect(await rowsOf()).toEqual(before)
  })

  it('makes no rows of a journal that is not the one that was signed', async () => {
    await written()
    await stopServer()
    const { seq } = await createLedger().head(database.owner)
    const witnessed = [{ seq, hash: 'ab'.repeat(32) }]
    const refused = { ok: false, problem: expect.stringMatching(/the journal up to it was made anew$/) }
    expect(await rebuildRows({ owner: database.owner, audit, now: at }, { witnessed })).toMatchObject(refused)
  })

  it('takes rows of other rooms by what they register', async () => {
    const table: DerivedTable = { name: 'spent', key: ['actor'], columns: { actor: 'text', entries: 'integer' } }
    const counted: RowSource = {
      tables: [table],
      begin: () => {
        const counts = new Map<string, number>()
        return {
          follow: ({ entry }) => {
            if (entry !== undefined) counts.set(entry.actor, (counts.get(entry.actor) ?? 0) + 1)
            return undefined
          },
          finish: async (_, { put }) => {
            for (const [actor, entries] of counts) put(table, { actor, entries })
            return undefined
          },
        }
      },
    }
    await written()
    await stopServer()
    await database.owner.unsafe(`create table spent (actor text primary key, entries integer);
      insert into spent values ('a "quoted, \\ one"', 5)`)
    const options = { sources: [counted] }
    expect(await verifyLedger(database.owner)).toMatchObject({ ok: true })
    expect(await verifyLedger(database.owner, options)).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/^spent actor=/),
    })
    const found = await rebuildRows({ owner: database.owner, audit, now: at }, options)
    expect(found.ok && found.differences.map(({ key }) => key)).toContain('actor=a "quoted, \\ one"')
    expect(await checkRows(database.owner, options)).toMatchObject({ ok: true, differences: [] })
    const [row] = await database.owner`select entries from spent where actor = ${maria}`
    expect(row?.entries).toBeGreaterThan(0)
  })
})
