import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { instant } from '@bolsillo/kernel'
import { connect, kitMigrations, migrate, passwordsInMemory, readGuards, runtimeLogin } from '@bolsillo/server-kit'
import { allRoomMigrations, temporaryServer } from '@bolsillo/test-kit'

// `npm run guards`: runs the migrations on a temporary database and records its guards. Each start and `npm run
// check:books` compare with that file. Run it whenever a migration is added.

const target = fileURLToPath(new URL('../apps/server/guards.json', import.meta.url))
const server = await temporaryServer({ durable: false })
try {
  const owner = connect(server.address, { connectionsMax: 1, name: 'guards' })
  await owner.unsafe('create database bolsillo')
  await owner.end()
  const fresh = connect({ ...server.address, database: 'bolsillo' }, { connectionsMax: 1, name: 'guards' })
  const login = await runtimeLogin(fresh, passwordsInMemory())
  await migrate(fresh, login, [kitMigrations, ...allRoomMigrations()], instant(0))
  const guards = await readGuards(fresh)
  await fresh.end()
  writeFileSync(target, `${JSON.stringify(guards, undefined, 2)}\n`)
  console.log(`apps/server/guards.json: ${Object.keys(guards).length} guards`)
} finally {
  await server.stop()
}
