import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { currencies, instant } from '@bolsillo/kernel'
import { practiceCoinPoolEntryId, practicePoolEntry } from '@bolsillo/ledger/domain'
import { fixtureAt } from '@bolsillo/ledger/fixtures'
import { createLedger, createWitness } from '@bolsillo/ledger/server'
import { transaction } from '@bolsillo/server-kit'
import { databaseUrl, runTool, type TestDatabase, testDatabase, testServices } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** Practice money: what an entry may do in an installation that has nothing else yet. */
const pool = (minor: bigint, id?: typeof practiceCoinPoolEntryId) =>
  practicePoolEntry([{ minor, asset: currencies.MXN }], 'venue-simulated', fixtureAt, id)

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase({ grammar: true })
  // Two accounts are given their numbers before the first entry: four acts.
  await transaction(database.sql, (tx) => createLedger().post(tx, [pool(5n), pool(7n, practiceCoinPoolEntryId)]))
})
afterAll(async () => {
  await database.drop()
})

async function run(
  environment: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<{ code: number | null; lines: string[] }> {
  const { code, out } = await runTool(new URL('ledger-verify.ts', import.meta.url), args, environment)
  return { code, lines: out.trim().split('\n') }
}

describe('npm run ledger:verify', () => {
  it('prints one line and ends with 0 where everything follows', async () => {
    const { code, lines } = await run({ DATABASE_URL: databaseUrl(database.address) })
    expect(lines).toEqual([expect.stringMatching(/^test_\w+: 4 \w+ verified, .*; audit: 0 records verified/)])
    expect(code).toBe(0)
  })

  it('checks the journal against signed heads kept elsewhere', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bolsillo-witness-'))
    const [own, others] = [join(folder, 'own.jsonl'), join(folder, 'others.jsonl')]
    const { sql, log } = testServices({ sql: database.sql })
    const seed = new Uint8Array(32).fill(7)
    await createWitness({ sql, log, seed, file: own }).sign(instant(1))
    const other = await testDatabase()
    await transaction(other.sql, (tx) => createLedger().post(tx, [pool(9n)]))
    await createWitness({ sql: other.sql, log, seed, file: others }).sign(instant(1))
    await other.drop()
    const DATABASE_URL = databaseUrl(database.address)
    const found = await run({ DATABASE_URL }, ['--witness', own])
    const missed = await run({ DATABASE_URL }, ['--witness', others])
    const unsigned = await run({ DATABASE_URL }, ['--witness', own, '--key', 'A'.repeat(43)])
    rmSync(folder, { recursive: true })
    expect(found).toEqual({ code: 0, lines: [expect.stringMatching(/; 1 signed heads \(key [\w-]{43}\); audit/)] })
    expect(missed).toEqual({ code: 1, lines: [expect.stringMatching(/entry 3 was signed as .* was made anew$/)] })
    expect(unsigned).toEqual({ code: 1, lines: [expect.stringMatching(/WITNESS DOES NOT VERIFY: line 1 is signed/)] })
  })

  it('names the first bad row and ends with 1', async () => {
    await database.owner.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`update journal_block set body = set_byte(body, 9, get_byte(body, 9) # 1)`
    })
    const { code, lines } = await run({ DATABASE_URL: databaseUrl(database.address) })
    expect(lines).toEqual([expect.stringMatching(/LEDGER DOES NOT VERIFY: block 1 to 4 .* its hash differs$/)])
    expect(code).toBe(1)
  })

  it.each([
    ['no data folder yet', { DATA_DIR: 'var/there-is-none' }, /no ledger to verify yet/],
    ['a database that does not answer', { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' }, /cannot be read/],
    ['an address that is none', { DATABASE_URL: 'mysql://x' }, /DATABASE_URL is not of the form/],
  ])('ends with 2 when there is %s', async (_, environment, line) => {
    const { code, lines } = await run(environment)
    expect(lines).toEqual([expect.stringMatching(line)])
    expect(code).toBe(2)
  })
})
