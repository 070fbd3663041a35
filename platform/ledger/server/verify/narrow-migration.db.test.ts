import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { present } from '@bolsillo/kernel'
import { kitMigrations, migrate, type RoomMigrations } from '@bolsillo/server-kit'
import { emptyTestDatabase, type TestDatabase } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fixtureAt, fixtureId, mariaPesos } from '../../fixtures.ts'
import { createLedger } from '../create-ledger.ts'

const folder = new URL('../migrations/', import.meta.url)
const earlier = mkdtempSync(join(tmpdir(), 'bolsillo-earlier-'))
const ledgerOf = (at: URL): RoomMigrations => ({ room: 'ledger', folder: at })

let database: TestDatabase
beforeAll(async () => {
  for (const file of readdirSync(folder).filter((name) => name < '0009'))
    copyFileSync(new URL(file, folder), join(earlier, file))
  database = await emptyTestDatabase()
})
afterAll(async () => {
  rmSync(earlier, { recursive: true, force: true })
  await database?.drop()
})

describe('an installation whose index names blocks and whose closed holds are rows', () => {
  it('has the same acts of each account afterwards, the blocks from before acts, and its open holds', async () => {
    const { owner, address } = database
    const login = present(address.runtime, 'the login of tests')
    await migrate(owner, login, [kitMigrations, ledgerOf(pathToFileURL(`${earlier}/`))], fixtureAt)
    await owner.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`insert into ledger_account (id, owner, owner_kind, purse, asset)
        values (${mariaPesos}, split_part(${mariaPesos}, ':', 1), 'customer', 'stock', 'MXN'),
          ('house:fees:MXN', 'house', 'house', 'fees', 'MXN')`
      await tx`insert into ledger_balance (account_no, side, asset, posted, held, named_seq)
        select account_no, 1, 'MXN', 100, case account_no when 1 then 7 else 0 end, 1 from ledger_account`
      // Blocks of ten acts behind one from before acts; the first account is in every third act, the other in one.
      await tx`insert into ledger_account_block (account_no, first_seq, places)
        select 1, first, '{0,3,6}' from generate_series(11, 101, 10) as first
        union all values (2, 51, '{9}'), (1, 1, null::smallint[]), (2, 1, null)`
      await tx`insert into ledger_hold (id, account_no, opened, remaining, opened_seq, closed_seq)
        values (${fixtureId('hld', 1)}, 1, 10, 7, 20, null), (${fixtureId('hld', 2)}, 1, 10, 0, 20, 23)`
    })
    expect(await migrate(owner, login, [kitMigrations, ledgerOf(folder)], fixtureAt)).toBeGreaterThan(0)

    const rows = await owner<{ account_no: number; last: bigint; acts: bigint[] }[]>`
      select account_no, last, array(
        select substring(acts from 8 * place + 1 for 8)::bigint from generate_series(0, octet_length(acts) / 8 - 1) as place
        order by place) as acts
      from ledger_account_acts order by account_no, last`
    const expected = Array.from({ length: 10 }, (_, block) =>
      [11, 14, 17].map((act) => BigInt(10 * block + act)),
    ).flat()
    expect(rows.filter(({ account_no: no }) => no === 1).flatMap(({ acts }) => acts)).toEqual(expected)
    expect(rows.map(({ account_no: no, last, acts }) => [no, last === acts.at(-1), acts.length])).toEqual([
      [1, true, 16],
      [1, true, 14],
      [2, true, 1],
    ])
    expect(await owner`select account_no, first_seq from ledger_account_block order by 1`).toMatchObject([
      { account_no: 1, first_seq: 1n },
      { account_no: 2, first_seq: 1n },
    ])
    expect(
      await owner`select count(*)::integer as with_recent from ledger_balance where recent_acts <> ''`,
    ).toMatchObject([{ with_recent: 0 }])
    expect(await createLedger().openHolds(database.sql, mariaPesos)).toEqual([
      { id: fixtureId('hld', 1), account: mariaPesos, opened: 10n, remaining: 7n },
    ])
  })
})
