import { present } from '@bolsillo/kernel'
import type { Tx } from '@bolsillo/server-kit'
import { type TestDatabase, testDatabase } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  changedBy,
  fillTable,
  findTablesOfCustomers,
  findViewsPastPolicies,
  jorge,
  maria,
  mayPretend,
  planOf,
  seenBy,
  type TableOfCustomers,
} from './own-rows-store.ts'

let database: TestDatabase
let tables: readonly TableOfCustomers[] = []
beforeAll(async () => {
  database = await testDatabase()
  tables = await findTablesOfCustomers(database.owner)
})
afterAll(() => database?.drop())

const customerRole = 'bolsillo_customer'

/** Tables with such a column and no policy, each with the reason. A new one is in neither list, and named by the test. */
const byNumber =
  'names an account by its number; whose it is says ledger_account, and the ledger is asked for one account'
const unused = 'of before decision 71: the server has no right on it at all'
const notGuarded: Readonly<Record<string, string>> = {
  approval: 'of staff: most are about no one customer, and a customer reads none',
  bank_statement: 'the account is the firm’s own at a bank',
  bank_statement_line: 'a line of the firm’s own account: whose it is, two people say',
  contract_outcome: 'of a step of the desk, with the accounts of several customers in a row',
  demo_account:
    'which accounts are the firm’s own for the demo: asked wherever customers are counted, by whoever counts',
  deposit_elsewhere: 'the account is one at a bank',
  ledger_account: 'read by its id or number, also by calls that name the house’s and a counterpart’s',
  ledger_account_acts: byNumber,
  ledger_account_block: byNumber,
  ledger_account_kind: 'kinds of accounts: nobody’s',
  ledger_balance: byNumber,
  ledger_block: 'blocks of everybody’s acts',
  ledger_entry_rule: 'the grammar of entries: nobody’s',
  ledger_hold: byNumber,
  liability_check: 'counted over all customers in every call that shows a proof',
  payment_target: 'one list of where money comes in: whether a text is on it is asked before money goes there',
  manual_practice_transfer: 'the account is one at a bank of the practice market',
  operator: 'the account is one of staff',
  operator_invitation: 'the account is one of staff',
  personal_data_view: 'what staff looked at: asked for by staff',
  practice_movement: 'the account is one at a bank of the practice market',
  rail_event: 'what a rail told, before it is known whose it is',
  session_change: 'read by every process, of every session',
  staff_announcement: 'the account is one of staff',
  terms_notice: 'how far the telling of a change has come: read by a job',
  trade_before_lock: unused,
  trade_before_order: unused,
  trade_before_position: unused,
  view_alarm: 'how many customers one of the staff looked at',
}

class Undone extends Error {
  override name = 'Undone'
}

/** Looks at a table with a row of each of two customers. */
async function filled(table: TableOfCustomers, work: (tx: Tx) => Promise<void>): Promise<void> {
  const undone = database.owner.begin(async (tx) => {
    await fillTable(tx, table)
    await work(tx)
    throw new Undone()
  })
  await expect(undone, table.name).rejects.toThrow(Undone)
}

describe('rows of customers', () => {
  it('are guarded in every table that has them, or the table is named with its reason', () => {
    const open = tables.filter(({ guardedBy }) => guardedBy === undefined).map(({ name }) => name)
    expect(open).toEqual(Object.keys(notGuarded).sort())
  })

  it('are seen by nobody who names no customer, by a customer only their own, by the rest of the server all', async () => {
    const server = present(database.address.runtime, 'the login of the server').user
    for (const table of tables.filter(({ guardedBy }) => guardedBy !== undefined)) {
      await filled(table, async (tx) => {
        expect(await seenBy(tx, table, { role: customerRole }), table.name).toEqual([])
        expect(await seenBy(tx, table, { role: customerRole, customer: maria }), table.name).toEqual([maria])
        expect(await seenBy(tx, table, { role: server }), table.name).toEqual([jorge, maria])
        expect(await mayPretend(tx, table), table.name).toBe(false)
        expect(await changedBy(tx, table, maria), table.name).toBeLessThanOrEqual(1)
        expect(await seenBy(tx, table, { role: server }), table.name).toContain(jorge)
      })
    }
  })

  it('cost whoever sees everybody nothing: their plans ask nothing of a row', async () => {
    for (const table of tables.filter(({ guardedBy }) => guardedBy !== undefined))
      expect(await planOf(database.sql, table), table.name).not.toMatch(/Filter|current_setting/)
  })

  it('are all seen where a table’s policies are out of force: this test would notice', async () => {
    const table = present(
      tables.find(({ name }) => name === 'destination'),
      'destination',
    )
    await filled(table, async (tx) => {
      await tx.unsafe('alter table destination disable row level security')
      expect(await seenBy(tx, table, { role: customerRole })).toEqual([jorge, maria])
    })
  })

  it('are shown by no view that looks with the eyes of the tables’ owner', async () => {
    expect(await findViewsPastPolicies(database.owner)).toEqual([])
  })
})
