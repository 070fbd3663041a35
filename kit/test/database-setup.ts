import { instant } from '@bolsillo/kernel'
import {
  addressFor,
  connect,
  kitMigrations,
  migrate,
  passwordsInMemory,
  runtimeLogin,
  transaction,
} from '@bolsillo/server-kit'
import { allRoomMigrations } from './room-migrations.ts'
import { temporaryServer } from './temporary-server.ts'
import { serverVariable, templateDatabase, writeServerVariable } from './test-database.ts'

/**
 * Vitest's global set-up: one PostgreSQL for the run, with one template database that has every room's migrations.
 * Tests clone it with `testDatabase()`.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const server = await temporaryServer({ durable: false })
  const admin = connect(server.address, { connectionsMax: 1, name: 'test set-up' })
  await admin.unsafe(`create database ${templateDatabase}`)
  const template = connect(addressFor(server.address, { database: templateDatabase }), {
    connectionsMax: 1,
    name: 'test set-up',
  })
  // Clones of the template have its roles; who logs in there is let into them all.
  const login = await runtimeLogin(template, passwordsInMemory())
  await migrate(template, login, [kitMigrations, ...allRoomMigrations()], instant(0))
  // Most tests post whatever shows their point; those of the grammar, the models and the whole server have it (`grammar`).
  await template.unsafe('alter table journal_block disable trigger check_entries')
  await transaction(template, (tx) => tx`insert into installation (mode, created_at) values ('SIM', 0)`, {
    cause: 'start:test-set-up',
  })
  await template.end()
  await admin.end()
  process.env[serverVariable] = writeServerVariable({ ...server.address, runtime: login })
  return server.stop
}
