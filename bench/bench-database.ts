import { instant } from '@bolsillo/kernel'
import {
  connect,
  type DatabaseAddress,
  kitMigrations,
  migrate,
  passwordsInMemory,
  runtimeAddress,
  runtimeLogin,
  type Sql,
} from '@bolsillo/server-kit'
import { allRoomMigrations, temporaryServer } from '@bolsillo/test-kit'

/** A durable embedded PostgreSQL (fsync and synchronous_commit on) with all tables, thrown away afterwards. */
export interface BenchDatabase {
  /** As the runtime role. */
  readonly sql: Sql
  /** As the owner, for a peer's own tables. */
  readonly owner: Sql
  /** The runtime role's address, for another process. */
  readonly address: DatabaseAddress
  readonly close: () => Promise<void>
}

/**
 * Starts one in a temporary folder. `madeUp`: accepts entries that no grammar allows, for benches that post synthetic
 * ones; an installation refuses them.
 */
export async function benchDatabase(
  connectionsMax: number,
  { madeUp = false }: { readonly madeUp?: boolean } = {},
): Promise<BenchDatabase> {
  const server = await temporaryServer({ durable: true })
  const owner = connect(server.address, { connectionsMax, name: 'bench owner' })
  const login = await runtimeLogin(owner, passwordsInMemory())
  await migrate(owner, login, [kitMigrations, ...allRoomMigrations()], instant(0))
  if (madeUp) await owner`alter table journal_block disable trigger check_entries`
  const address = runtimeAddress(server.address, login)
  const sql = connect(address, { connectionsMax, name: 'bench' })
  return {
    sql,
    owner,
    address,
    close: async () => {
      await sql.end({ timeout: 5 })
      await owner.end({ timeout: 5 })
      await server.stop()
    },
  }
}
