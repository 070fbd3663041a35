import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { addToRecord } from '@bolsillo/app-server/guards'
import { instant } from '@bolsillo/kernel'
import {
  connect,
  kitMigrations,
  migrate,
  migrationHashes,
  passwordsInMemory,
  readGuards,
  runtimeLogin,
} from '@bolsillo/server-kit'
import { allRoomMigrations, temporaryServer } from '@bolsillo/test-kit'

// `npm run guards`: runs the migrations on a temporary database and records its guards. Each start and `npm run
// check:books` compare with that file. It also adds the hashes of new migrations to the record of all that ever were, and
// refuses when a recorded one has changed (decision 112). Run it whenever a migration is added.

const target = fileURLToPath(new URL('../apps/server/guards.json', import.meta.url))
const recordFile = fileURLToPath(new URL('../apps/server/migrations.json', import.meta.url))
const rooms = [kitMigrations, ...allRoomMigrations()]
const record = addToRecord(
  JSON.parse(readFileSync(recordFile, 'utf8')) as Record<string, string>,
  migrationHashes(rooms),
)
if ('changed' in record) {
  for (const name of record.changed)
    console.error(`${name} is recorded and has changed: restore it (git checkout), and add a new migration`)
  process.exit(1)
}
const server = await temporaryServer({ durable: false })
try {
  const owner = connect(server.address, { connectionsMax: 1, name: 'guards' })
  await owner.unsafe('create database bolsillo')
  await owner.end()
  const fresh = connect({ ...server.address, database: 'bolsillo' }, { connectionsMax: 1, name: 'guards' })
  const login = await runtimeLogin(fresh, passwordsInMemory())
  await migrate(fresh, login, rooms, instant(0))
  const guards = await readGuards(fresh)
  await fresh.end()
  writeFileSync(target, `${JSON.stringify(guards, undefined, 2)}\n`)
  writeFileSync(recordFile, `${JSON.stringify(record.hashes, undefined, 2)}\n`)
  console.log(`apps/server/guards.json: ${Object.keys(guards).length} guards`)
} finally {
  await server.stop()
}
