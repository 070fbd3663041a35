import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { instant } from '@bolsillo/kernel'
import { addressFor, connect, kitMigrations, migrate, startEmbeddedServer } from '@bolsillo/server-kit'
import { allRoomMigrations } from './room-migrations.ts'
import { serverVariable, templateDatabase, writeServerVariable } from './test-database.ts'

const folderPrefix = 'bolsillo-test-'

/**
 * Vitest's global set-up: one PostgreSQL for the run, with one template database that has every room's migrations.
 * Tests clone it with `testDatabase()`.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  removeLeftovers()
  const dataDir = mkdtempSync(join(tmpdir(), `${folderPrefix}${process.pid}-`))
  const server = await startEmbeddedServer({ dataDir, durable: false })
  const admin = connect(server.address, { connectionsMax: 1, name: 'test set-up' })
  await admin.unsafe(`create database ${templateDatabase}`)
  const template = connect(addressFor(server.address, { database: templateDatabase }), {
    connectionsMax: 1,
    name: 'test set-up',
  })
  await migrate(template, server.address.password, [kitMigrations, ...allRoomMigrations()], instant(0))
  await template`insert into installation (mode, created_at) values ('SIM', 0)`
  await template.end()
  await admin.end()
  process.env[serverVariable] = writeServerVariable(server.address)
  return async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Removes what runs that were killed left behind. Their servers ended when their files went. */
function removeLeftovers(): void {
  for (const folder of readdirSync(tmpdir())) {
    const owner = new RegExp(`^${folderPrefix}(\\d+)-`).exec(folder)?.[1]
    if (owner !== undefined && !isAlive(Number(owner))) rmSync(join(tmpdir(), folder), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
