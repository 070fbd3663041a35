import { instant } from '@bolsillo/kernel'
import {
  connect,
  kitMigrations,
  migrate,
  passwordsInMemory,
  runtimeAddress,
  runtimeLogin,
  transaction,
} from '@bolsillo/server-kit'
import { allRoomMigrations, temporaryServer } from '@bolsillo/test-kit'
import { rememberStart } from './database/reset-store.ts'
import { openWire } from './database/wire.ts'
import type { Stage } from './run-seed.ts'

// Two processes with five connections each, and one process that died and one that starts.
const connections = 20

/** Sets a stage up: a PostgreSQL of its own, because what waits for what depends on everything a server runs. */
export async function openStage(): Promise<Stage & { readonly close: () => Promise<void> }> {
  const server = await temporaryServer({ durable: false })
  const owner = connect(server.address, { connectionsMax: 1, name: 'simulation' })
  const login = await runtimeLogin(owner, passwordsInMemory())
  await migrate(owner, login, [kitMigrations, ...allRoomMigrations()], instant(0))
  await transaction(owner, (tx) => tx`insert into installation (mode, created_at) values ('SIM', 0)`, {
    cause: 'start:simulation',
  })
  await owner.unsafe('alter system set autovacuum = off')
  // Tables of a seed are small whatever is asked: planning a statement anew for its values costs more than it gives.
  await owner.unsafe('alter system set plan_cache_mode = force_generic_plan')
  await owner.unsafe('select pg_reload_conf()')
  const reset = await rememberStart(owner)
  const wire = await openWire(runtimeAddress(server.address, login), server.address, connections)
  return {
    wire,
    owner,
    reset,
    close: async () => {
      await wire.close()
      await owner.end({ timeout: 5 })
      await server.stop()
    },
  }
}
