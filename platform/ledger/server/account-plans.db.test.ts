import { seededRng } from '@bolsillo/kernel'
import { type TestDatabase, testDatabase, testServices } from '@bolsillo/test-kit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AccountId, accountId, customerAccount } from '../domain/index.ts'
import { openAccounts } from './ledger-store.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => database.drop())

/** Accounts in an order that is neither that of their names nor that of their numbers. */
function accounts(): readonly AccountId[] {
  const { ids } = testServices({ sql: database.sql })
  const own = Array.from({ length: 40 }, () => customerAccount(ids.next('cus'), 'stock', 'MXN'))
  const rng = seededRng(1)
  const house = [accountId('house', 'vat', 'MXN'), accountId('house', 'fees', 'MXN')]
  return [...own, ...house]
    .map((account) => ({ account, place: rng.nextUint32() }))
    .sort((a, b) => a.place - b.place)
    .map(({ account }) => account)
}

it.each([
  ['nested loops', ['enable_hashjoin', 'enable_mergejoin']],
  ['hashing', ['enable_nestloop', 'enable_mergejoin']],
  ['merging', ['enable_nestloop', 'enable_hashjoin']],
])('reads every account under its own number when the plan is %s', async (_, off) => {
  const wanted = accounts()
  await database.sql.begin(async (tx) => {
    await tx.unsafe(['discard plans', ...off.map((setting) => `set local ${setting} = off`)].join(';'))
    const opened = await openAccounts(tx, wanted)
    const again = await openAccounts(tx, wanted.toReversed())
    const rows = await tx<{ id: AccountId; account_no: number }[]>`
      select id, account_no from ledger_account where id = any (${wanted})`
    const numbers = new Map(rows.map((row) => [row.id, row.account_no]))
    for (const [account, { accountNo }] of [...opened, ...again])
      expect([account, accountNo]).toEqual([account, numbers.get(account)])
    expect(opened.size + again.size).toBe(2 * wanted.length)
  })
})
