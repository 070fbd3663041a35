import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Services } from '@bolsillo/server-kit'
import type { Composition } from './compose-rooms.ts'
import type { Config } from './config.ts'
import type { DataFolder } from './data-folder.ts'
import type { Database } from './database.ts'

/** A customer of the demo, as printed at each start. */
export interface DemoCustomer {
  readonly account: string
  readonly password: string
  readonly tradePassword: string
}

export interface DemoOptions {
  readonly config: Config
  readonly services: Services
  readonly database: Database
  readonly composition: Composition
  readonly folder: DataFolder
  readonly progress: (line: string) => void
}

/**
 * The demo's customers: made once, on a new database, by the rooms' own use cases; later read from the file that keeps
 * their passwords.
 */
export async function giveDemo(options: DemoOptions): Promise<readonly DemoCustomer[]> {
  const { services, database, composition, progress } = options
  const file = join(options.folder.path, options.config.market.kind === 'simulated' ? 'demo.json' : 'demo-replay.json')
  if (database.hasDemo) return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as DemoCustomer[]) : []
  progress('Making the demo customers and their history …')
  writeFileSync(file, '[]', { mode: 0o600 })
  for (const room of composition.rooms) await room.seedDemo?.({ customerIds: [] })
  await database.noteDemo(services.clock.now())
  return []
}
