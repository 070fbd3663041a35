import { verifyLedger } from '@bolsillo/ledger/server'
import type { TestDatabase } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collectFindings } from '../finding.ts'
import { oldBooks, oldEdits } from '../testing/old-books.ts'
import { onCopies } from '../testing/on-copies.ts'
import { checkLedger } from './check-ledger.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await oldBooks()
})
afterAll(() => database?.drop())

const tables = ['ledger_block', 'ledger_account_block', 'audit_record', 'audit_head']

async function findingsAfter(sql: string): Promise<string> {
  const findings = collectFindings(50)
  await onCopies(database.owner, tables, sql, (tx) => checkLedger(tx, findings, { isFixture: true }))
  return findings
    .list()
    .map(({ what }) => what)
    .join('\n')
}

describe('books of an installation made before acts', () => {
  it('have blocks of both kinds, one after the other, of which nothing is found', async () => {
    expect(await verifyLedger(database.owner)).toMatchObject({ ok: true })
    const [kinds] = await database.owner`
      select (select count(*)::int from ledger_block) as old, (select count(*)::int from journal_block) as acts`
    expect(kinds).toEqual({ old: 2, acts: 2 })
    expect(await findingsAfter('')).toBe('')
  })

  it.each(oldEdits)('are found changed: $what', async ({ sql, says }) => {
    expect(await findingsAfter(sql)).toMatch(says)
  })
})
