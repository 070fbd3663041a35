import { currencies } from '@bolsillo/kernel'
import { practicePoolEntry } from '@bolsillo/ledger/domain'
import { fixtureAt } from '@bolsillo/ledger/fixtures'
import { createLedger } from '@bolsillo/ledger/server'
import { transaction } from '@bolsillo/server-kit'
import { databaseUrl, letOnlyServerIn, runTool, type TestDatabase, testDatabase } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase({ grammar: true })
  await letOnlyServerIn(database)
  const pool = practicePoolEntry([{ minor: 5n, asset: currencies.MXN }], 'venue-simulated', fixtureAt)
  await transaction(database.sql, (tx) => createLedger().post(tx, [pool]))
})
afterAll(async () => {
  await database.drop()
})

async function run(args: readonly string[]): Promise<{ code: number | null; lines: readonly string[] }> {
  const script = new URL('check-books.ts', import.meta.url)
  const { code, out } = await runTool(script, args, { DATA_DIR: 'var/there-is-none' })
  return { code, lines: out.trim().split('\n') }
}

describe('npm run check:books', () => {
  it('prints what it looked at and ends with 0 where nothing is wrong', async () => {
    const { code, lines } = await run(['--url', databaseUrl(database.address)])
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ database: database.address.database, findings: 0, entries: 1, orders: 0 }),
    ])
    expect(code).toBe(0)
  })

  it('names what the database no longer defends itself with', async () => {
    await database.owner`alter table ledger_balance disable trigger user`
    const { code, lines } = await run(['--url', databaseUrl(database.address)])
    await database.owner`alter table ledger_balance enable trigger user`
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      object: expect.stringMatching(/^trigger \w+ on ledger_balance$/),
      expected: expect.stringMatching(/^on; /),
      found: expect.stringMatching(/^disabled; /),
    })
    expect(code).toBe(1)
  })

  it('prints each finding as a JSON line and ends with 1', async () => {
    await database.owner`update ledger_balance set posted = posted + 1 where posted > 0`
    const { code, lines } = await run(['--url', databaseUrl(database.address)])
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ invariant: 'I2', what: expect.stringMatching(/balance 6, .* come to 5/) }),
      expect.objectContaining({ findings: 1 }),
    ])
    expect(code).toBe(1)
  })

  it.each([
    ['no data folder yet', [], /no books to check yet/],
    ['an option it does not know', ['--all', 'x'], /--all is not known/],
  ])('ends with 2 when there is %s', async (_, args, line) => {
    const { code, lines } = await run(args)
    expect(lines).toEqual([expect.stringMatching(line)])
    expect(code).toBe(2)
  })
})
