import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findDeviations } from '@bolsillo/app-server/guards'
import { reportBooks } from '@bolsillo/checker/check-books'
import { instant } from '@bolsillo/kernel'
import { verifyLedger } from '@bolsillo/ledger/server'
import { kitMigrations, migrate, passwordsInMemory, runtimeLogin } from '@bolsillo/server-kit'
import { allRoomMigrations, emptyTestDatabase, letOnlyServerIn, type TestDatabase } from '@bolsillo/test-kit'
import { afterEach, describe, expect, it } from 'vitest'
import { rowSources } from '../row-sources.ts'
import { open, readDatabase } from './backup-folder.ts'

// Backups of installations as earlier versions left them, written by those versions. A new version adds its own.
const earlier = fileURLToPath(new URL('earlier/', import.meta.url))
const rooms = [kitMigrations, ...allRoomMigrations()]

let database: TestDatabase | undefined
afterEach(async () => {
  await database?.drop()
  database = undefined
})

describe('an installation of an earlier version', () => {
  it.each(readdirSync(earlier))('is brought to this one with all it had: %s', async (name) => {
    const made = await emptyTestDatabase()
    database = made
    const login = await runtimeLogin(made.owner, passwordsInMemory())
    const { databases } = await open(earlier + name)
    const [copied] = databases
    if (copied === undefined) throw new Error(`${name} has no database`)
    await readDatabase(earlier + name, copied, { owner: made.owner, login, rooms })
    const [before] = await made.owner<{ ended: bigint; fills: bigint }[]>`
      select (select count(*) from trade_order where ended_at is not null) as ended, (select count(*) from trade_fill) as fills`
    expect(before).toMatchObject({ ended: expect.any(BigInt), fills: expect.any(BigInt) })
    expect(before?.ended, 'orders that have ended').toBeGreaterThan(0n)

    expect(await migrate(made.owner, login, rooms, instant(1))).toBeGreaterThan(0)
    await letOnlyServerIn({ ...made, address: { ...made.address, runtime: login } })
    expect(await findDeviations(made.owner)).toEqual([])
    const [after] = await made.owner`
      select (select count(*) from trade_order where ended_at is not null) as ended, (select count(*) from trade_fill) as fills`
    expect(after).toEqual(before)
    const uncounted = await made.owner`
      select order_id, step_count from trade_order as kept where step_count = 0 or step_count <>
        (select count(*) from order_event as event where event.order_id = kept.order_id)`
    expect([...uncounted], 'orders whose steps are not counted').toEqual([])
    const { findings } = await reportBooks(made.owner)
    expect(findings).toEqual([])
    const verified = await verifyLedger(made.owner, { witnessed: [], sources: rowSources })
    expect(verified).toMatchObject({ ok: true })
  })
})
