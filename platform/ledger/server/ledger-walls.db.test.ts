import { transaction } from '@bolsillo/server-kit'
import { type TestDatabase, testDatabase } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fundingEntry, mariaPesos } from '../fixtures.ts'
import { createLedger } from './create-ledger.ts'

let database: TestDatabase
const ledger = createLedger()
beforeAll(async () => {
  database = await testDatabase()
  await transaction(database.sql, (tx) => ledger.post(tx, [fundingEntry(1, mariaPesos, 100n)]))
})
afterAll(async () => {
  await database.drop()
})

const tables = [
  'ledger_account_kind',
  'ledger_account',
  'ledger_block',
  'journal_block',
  'ledger_entry_id',
  'ledger_account_block',
  'ledger_account_acts',
  'ledger_entry_ids',
] as const
const derived = ['ledger_balance', 'ledger_head'] as const

describe('the walls around the books', () => {
  it.each([...tables, ...derived, 'ledger_hold'])('the runtime role can only read %s', async (table) => {
    const { sql } = database
    await sql.unsafe(`select 1 from ${table} limit 1`)
    await expect(sql.unsafe(`insert into ${table} default values`)).rejects.toThrow(/permission denied/)
    await expect(sql.unsafe(`delete from ${table}`)).rejects.toThrow(/permission denied/)
    await expect(sql.unsafe(`truncate ${table}`)).rejects.toThrow(/permission denied/)
  })

  it('the runtime role can update no balance, hold or head, nor become the role that can', async () => {
    const { sql } = database
    await expect(sql`update ledger_balance set posted = 1`).rejects.toThrow(/permission denied/)
    await expect(sql`update ledger_hold set remaining = 1`).rejects.toThrow(/permission denied/)
    await expect(sql`update ledger_head set seq = 1`).rejects.toThrow(/permission denied/)
    await expect(sql`set role bolsillo_ledger`).rejects.toThrow(/permission denied/)
    await expect(sql`select ledger_open(array['house:fees:MXN'])`).rejects.toThrow(/permission denied/)
    await expect(sql`alter table ledger_block disable trigger all`).rejects.toThrow(/must be owner/)
    await expect(sql`set session_replication_role = replica`).rejects.toThrow(/permission denied/)
  })

  it('the runtime role can take the turn for the head only with the head', async () => {
    for (const mode of ['access share', 'exclusive', 'access exclusive'])
      await expect(
        transaction(database.sql, (tx) => tx.unsafe(`lock table ledger_turn in ${mode} mode`)),
        mode,
      ).rejects.toThrow(/permission denied/)
  })

  it('exactly one role may write, nobody may delete but what is closed, and nobody can log in as the writer', async () => {
    const grants = await database.owner<{ grantee: string; privilege: string }[]>`
      select distinct grantee, privilege_type as privilege from information_schema.role_table_grants
      where table_name = any (${[...tables, ...derived, 'ledger_hold']}) and privilege_type <> 'SELECT'
        and grantee not in (select tableowner from pg_tables where tablename like 'ledger_%')
        and (table_name, privilege_type) <> ('ledger_hold', 'DELETE')
      order by 1, 2`
    expect([...grants]).toEqual([
      { grantee: 'bolsillo_ledger', privilege: 'INSERT' },
      { grantee: 'bolsillo_ledger', privilege: 'UPDATE' },
    ])
    const [role] = await database.owner`select rolcanlogin, rolsuper from pg_roles where rolname = 'bolsillo_ledger'`
    expect(role).toEqual({ rolcanlogin: false, rolsuper: false })
  })

  it.each(tables)('%s refuses update, delete and truncate even to its owner', async (table) => {
    const { owner } = database
    const column =
      {
        ledger_account_kind: 'purpose',
        ledger_account: 'owner',
        ledger_entry_id: 'id',
        journal_block: 'first',
        ledger_account_acts: 'last',
        ledger_entry_ids: 'first_id',
      }[table as string] ?? 'first_seq'
    await expect(owner.unsafe(`update ${table} set ${column} = ${column}`)).rejects.toThrow(/insert-only/)
    await expect(owner.unsafe(`delete from ${table}`)).rejects.toThrow(/insert-only/)
    await expect(owner.unsafe(`truncate ${table} cascade`)).rejects.toThrow(/insert-only/)
  })

  it.each(derived)('%s refuses to lose rows even to its owner', async (table) => {
    await expect(database.owner.unsafe(`delete from ${table}`)).rejects.toThrow(/insert-only/)
    await expect(database.owner.unsafe(`truncate ${table} cascade`)).rejects.toThrow(/insert-only/)
  })
})

describe('the database, asked past the ledger', () => {
  it('reads and writes its own tables, whatever temporary ones a session has', async () => {
    const { seq } = await ledger.head(database.sql)
    const [locked] = await transaction(database.sql, async (tx) => {
      await tx`create temporary table ledger_head (like public.ledger_head including all) on commit drop`
      await tx`insert into ledger_head (seq, hash) values (999, sha256('made up'))`
      await tx`grant all on pg_temp.ledger_head to public`
      return await tx<{ seq: bigint }[]>`select seq from ledger_lock_head()`
    })
    expect(locked?.seq).toBe(seq)
  })

  // What a broken or hostile server could try with the functions it may call.
  const append = (
    postings: readonly {
      readonly account: string
      readonly posted: bigint
      readonly held?: bigint
      readonly hold?: string
    }[],
    seqBefore?: bigint,
    lie: { readonly posted?: bigint } = {},
  ) =>
    transaction(database.sql, async (tx) => {
      const accounts = [...new Set(postings.map(({ account }) => account))]
      const [head] = await tx<{ seq: bigint; hash: Buffer }[]>`select seq, hash from ledger_lock_head()`
      const rows = await tx<{ id: string; account_no: number; posted: bigint; held: bigint; is_named: boolean }[]>`
        select id, account_no, posted, held, is_named from ledger_accounts(${accounts})`
      const seq = seqBefore ?? head?.seq ?? 0n
      const moved = rows.map((row) => {
        const own = postings.filter((posting) => posting.account === row.id)
        const sum = (of: (posting: (typeof own)[number]) => bigint) => own.reduce((total, one) => total + of(one), 0n)
        return { ...row, change: sum(({ posted }) => posted), changeHeld: sum(({ held = 0n }) => held) }
      })
      const named = rows.filter(({ is_named: isNamed }) => !isNamed).map(({ account_no: number }) => number)
      const number = (account: string) => String(rows.find(({ id }) => id === account)?.account_no)
      const holds = postings.filter(({ hold }) => hold !== undefined)
      const opened = holds.filter(({ held = 0n }) => held > 0n)
      const drawn = holds.filter(({ held = 0n }) => held < 0n)
      const all = (values: readonly (bigint | number | string)[]) => values.map(String)
      await tx`select journal_append(${seq}::bigint, ${head?.hash ?? ''}::bytea,
        ${Buffer.alloc(4 * (named.length + 1))}::bytea, 'an act'::bytea, ${all(named)}::text[]::integer[],
        ${['ent_forged']}::text[],
        ${moved.map(({ account_no: no }) => String(no))}::text[]::integer[],
        ${all(moved.map(({ posted }) => posted + (lie.posted ?? 0n)))}::text[]::bigint[],
        ${all(moved.map(({ held }) => held))}::text[]::bigint[],
        ${all(moved.map(({ change }) => change))}::text[]::bigint[],
        ${all(moved.map(({ changeHeld }) => changeHeld))}::text[]::bigint[],
        ${all(moved.map((_, at) => 8 * at))}::text[]::integer[], ${all(moved.map((_, at) => 8 * at + 8))}::text[]::integer[],
        ${Buffer.alloc(8 * moved.length, 1)}::bytea,
        ${opened.map(({ hold = '' }) => hold)}::text[], ${opened.map(({ account }) => number(account))}::text[]::integer[],
        ${all(opened.map(({ held = 0n }) => held))}::text[]::bigint[],
        ${all(opened.map(({ held = 0n }) => held))}::text[]::bigint[],
        ${all(opened.map(() => 0))}::text[]::integer[],
        ${drawn.map(({ hold = '' }) => hold)}::text[], ${drawn.map(({ account }) => number(account))}::text[]::integer[],
        ${all(drawn.map(({ held = 0n }) => -held))}::text[]::bigint[])`
    })

  it.each<[string, Parameters<typeof append>, RegExp]>([
    ['an entry that does not balance', [[{ account: mariaPesos, posted: 5n }]], /not balanced: MXN sums to 5/],
    [
      'an overdraft',
      [
        [
          { account: mariaPesos, posted: -101n },
          { account: 'venue-simulated:custody:MXN', posted: 101n },
        ],
      ],
      /available_never_negative/,
    ],
    [
      'a reservation beyond what is there',
      [[{ account: mariaPesos, posted: 0n, held: 101n, hold: 'hld_x' }]],
      /available_never_negative/,
    ],
    [
      'a release of a hold there is not',
      [[{ account: mariaPesos, posted: 0n, held: -1n, hold: 'hld_x' }]],
      /unknown or closed/,
    ],
    [
      'balances that are not what they are said to be',
      [
        [
          { account: mariaPesos, posted: 5n },
          { account: 'venue-simulated:custody:MXN', posted: -5n },
        ],
        undefined,
        { posted: 1n },
      ],
      /a balance is not what it was said to be/,
    ],
    [
      'money on the wrong side of custody',
      [
        [
          { account: mariaPesos, posted: -50n },
          { account: 'venue-forged:custody:MXN', posted: 50n },
        ],
      ],
      /available_never_negative/,
    ],
    [
      'an account of no kind',
      [
        [
          { account: 'house:gifts:MXN', posted: 5n },
          { account: 'venue-simulated:custody:MXN', posted: -5n },
        ],
      ],
      /violates foreign key/,
    ],
    [
      'a number already taken',
      [
        [
          { account: mariaPesos, posted: 5n },
          { account: 'venue-simulated:custody:MXN', posted: -5n },
        ],
        0n,
      ],
      /head of the chain is not at 0/,
    ],
    [
      'more than 64 bits',
      [
        [
          { account: mariaPesos, posted: 9_223_372_036_854_775_807n },
          { account: 'venue-simulated:custody:MXN', posted: -9_223_372_036_854_775_807n },
        ],
      ],
      /out of range/,
    ],
  ])('refuses %s', async (_, args, problem) => {
    await expect(append(...args)).rejects.toThrow(problem)
    const [row] = await database.owner`select count(*)::int as entries from ledger_filed`
    expect(row?.entries).toBe(1)
  })
})
