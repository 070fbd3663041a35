import { integerBetween, present, seededRng } from '@bolsillo/kernel'
import { transaction } from '@bolsillo/server-kit'
import { type TestDatabase, testDatabase } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JournalEntry } from '../../domain/index.ts'
import { custodyPesos, custodyWalmex, fixtureEntry, maria, mariaPesos, mariaWalmex, moves } from '../../fixtures.ts'
import { entriesOf } from '../books/entries-store.ts'
import { createLedger } from '../create-ledger.ts'
import { verifyLedger } from '../verify/verify-ledger.ts'
import type { AccountsWanted } from './journal-store.ts'

let database: TestDatabase
const ledger = createLedger()
/** What was posted, in the order of the journal. */
const posted: JournalEntry[] = []

beforeAll(async () => {
  database = await testDatabase()
  const rng = seededRng(5, 'entries-of')
  // Many more than the row of a balance keeps: pesos in most entries, shares in few, in blocks of one to nine entries.
  for (let number = 1; number <= 300; ) {
    const block = Array.from({ length: integerBetween(rng, 1, 9) }, (_, at) => {
      const isShare = integerBetween(rng, 0, 6) === 0
      const [own, other] = isShare ? [mariaWalmex, custodyWalmex] : [mariaPesos, custodyPesos]
      return fixtureEntry(number + at, [moves(own, 1n), moves(other, -1n)])
    })
    number += block.length
    posted.push(...block)
    await transaction(database.sql, (tx) => ledger.post(tx, block))
  }
})
afterAll(() => database?.drop())

async function idsOf(wanted: AccountsWanted, before: bigint | undefined, atOnce: number): Promise<readonly string[]> {
  const ids: string[] = []
  for await (const { entry } of entriesOf(database.sql, wanted, { before, atOnce })) ids.push(entry.id)
  return ids
}

const expected = (accounts: readonly string[], entries: readonly JournalEntry[]): readonly string[] =>
  entries
    .filter(({ postings }) => postings.some(({ account }) => accounts.includes(account)))
    .map(({ id }) => id)
    .reverse()

describe('the index of accounts', () => {
  it('keeps few acts in the row of a balance, and puts full lists away', async () => {
    const [row] = await database.owner<{ most: number; lists: number }[]>`
      select (select max(octet_length(recent_acts)) from ledger_balance) as most,
        (select count(*)::integer from ledger_account_acts) as lists`
    expect(row?.most).toBeLessThanOrEqual(128)
    expect(row?.lists).toBeGreaterThan(20)
    expect(await verifyLedger(database.sql)).toMatchObject({ ok: true })
  })

  it.each([1, 3, 16, 50, 1000])('leads to every entry of an owner and of an account, %s at a time', async (atOnce) => {
    expect(await idsOf({ owner: maria }, undefined, atOnce)).toEqual(expected([mariaPesos, mariaWalmex], posted))
    expect(await idsOf({ account: mariaWalmex }, undefined, atOnce)).toEqual(expected([mariaWalmex], posted))
    expect(await idsOf({ account: custodyPesos }, undefined, atOnce)).toEqual(expected([custodyPesos], posted))
  })

  it('goes on below any entry', async () => {
    const all = await ledger.entries(
      database.sql,
      posted.map(({ id }) => id),
    )
    for (let at = 0; at < all.length; at += 7) {
      const { seq } = present(all[at], 'an entry').entry
      expect(await idsOf({ owner: maria }, seq, 5)).toEqual(expected([mariaPesos, mariaWalmex], posted.slice(0, at)))
    }
  })

  it.each([
    ['a list that is gone', 'delete from ledger_account_acts where last = (select min(last) from ledger_account_acts)'],
    ['a list with another act', 'update ledger_account_acts set acts = set_byte(acts, 7, 250)'],
    ['a list that is found by another act', 'update ledger_account_acts set last = last + 1'],
    [
      'a list too many',
      'insert into ledger_account_acts select account_no, 999, acts from ledger_account_acts limit 1',
    ],
    ['a list in a balance cut off', "update ledger_balance set recent_acts = recent_acts || '\\x00'"],
  ])('is found wrong: %s', async (_, statement) => {
    const tampered = database.owner.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx.unsafe(statement)
      const verdict = await verifyLedger(tx)
      throw new Error(verdict.ok ? 'nothing found' : verdict.problem)
    })
    await expect(tampered).rejects.toThrow(/^ledger_account_acts account_no=\d+ seq=\d+: /)
  })
})
