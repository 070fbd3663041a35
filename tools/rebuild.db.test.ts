import { fundingEntry, maria, mariaPesos } from '@bolsillo/ledger/fixtures'
import { createLedger } from '@bolsillo/ledger/server'
import { transaction } from '@bolsillo/server-kit'
import { databaseUrl, runTool, type TestDatabase, testDatabase } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  const ledger = createLedger()
  // Two accounts are given their numbers before the first entry: four acts.
  await transaction(database.sql, (tx) =>
    ledger.post(tx, [fundingEntry(1, mariaPesos, 5n), fundingEntry(2, mariaPesos, 7n)]),
  )
})
afterAll(() => database.drop())

async function run(...args: string[]): Promise<{ code: number | null; lines: string[] }> {
  const environment = { DATABASE_URL: databaseUrl(database.address) }
  const { code, out } = await runTool(new URL('rebuild.ts', import.meta.url), args, environment)
  return { code, lines: out.trim().split('\n') }
}
const tamper = (statement: string) =>
  database.owner.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx.unsafe(statement)
  })

describe('npm run rebuild', () => {
  it('reports that every row follows, beside the server', async () => {
    expect(await run('--check')).toEqual({
      code: 0,
      lines: [expect.stringMatching(/: every row follows from 4 acts$/)],
    })
  })

  it('names each difference, refuses beside the server, and puts right without', async () => {
    await tamper('update ledger_balance set posted = posted * 2, held = 1 where posted = 12')
    const values = [/: ledger_balance account_no=\d: posted is 24, should be 12$/, /: held is 1, should be 0$/]
    const named = values.map((value) => expect.stringMatching(value))
    const found = await run('--check')
    expect(found).toEqual({
      code: 1,
      lines: [...named, expect.stringMatching(/: 2 differences from what 4 acts make/)],
    })
    const refused = await run()
    expect(refused).toEqual({ code: 2, lines: [expect.stringMatching(/the server is connected .*\. Stop the server/)] })
    await database.sql.end({ timeout: 5 })
    const done = await run()
    expect(done).toEqual({ code: 0, lines: [...named, expect.stringMatching(/: 2 differences put right/)] })
    expect((await run('--check')).code).toBe(0)
  })

  it('knows the tables of trading, too', async () => {
    await tamper(`insert into position values ('${maria}', 'WALMEX.MX', 5, 'MXN', 2, 10, 0, 0, 0, 1, 1)`)
    const madeUp = expect.stringMatching(
      /: position customer_id=cus_\w+ instrument_id=WALMEX\.MX: the row does not follow from anything, it is .* quantity=5 /,
    )
    const found = { code: 1, lines: [madeUp, expect.stringMatching(/: 1 differences from what 4 acts make/)] }
    expect(await run('--check')).toEqual(found)
    expect(await run()).toEqual({ code: 0, lines: [madeUp, expect.stringMatching(/: 1 differences put right/)] })
    expect((await run('--check')).code).toBe(0)
  })

  it('makes nothing of a journal that was edited', async () => {
    await tamper('update journal_block set body = set_byte(body, 9, get_byte(body, 9) # 1)')
    for (const args of [['--check'], []])
      expect(await run(...args)).toEqual({
        code: 2,
        lines: [
          expect.stringMatching(/THE JOURNAL ITSELF IS NOT WHAT IT WAS: block 1 to 4 .* its hash differs\. No rows/),
        ],
      })
  })

  it('ends with 2 for what it does not know', async () => {
    expect(await run('--force', 'yes')).toEqual({ code: 2, lines: [expect.stringMatching(/--force is not known/)] })
  })
})
