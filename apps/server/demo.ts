import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DemoCustomer, DemoOperator } from '@bolsillo/identity/server'
import type { Services } from '@bolsillo/server-kit'
import type { Composition } from './composition.ts'
import { type Config, suffixOf } from './config.ts'
import type { DataFolder } from './data-folder.ts'
import type { Database } from './database.ts'

/** Who can sign in to the demo, as printed at each start. */
export interface Demo {
  readonly customers: readonly DemoCustomer[]
  readonly operator: DemoOperator | undefined
  /** A second one: what moves money takes two people. */
  readonly operators: readonly DemoOperator[]
}

interface DemoOptions {
  readonly config: Config
  readonly services: Services
  readonly database: Database
  readonly composition: Composition
  readonly folder: DataFolder
  readonly progress: (line: string) => void
}

const ownerOnly = 0o600

/**
 * The demo: made once, on a new database, by the rooms' own use cases; later read from the file that keeps its
 * passwords, which the database does not know.
 */
export async function giveDemo(options: DemoOptions): Promise<Demo> {
  const { services, database, composition, progress } = options
  const name = `demo${suffixOf(options.config.market, '-')}.json`
  const file = join(options.folder.path, name)
  if (database.hasDemo) return readDemo(file)
  progress('Making the demo customers and their history …')
  const customers = await composition.identity.createDemoCustomers()
  const operators = await composition.identity.createDemoOperators()
  const customerIds = customers.map(({ customerId }) => customerId)
  for (const room of composition.rooms) await room.seedDemo?.({ customerIds, operators })
  const demo: Demo = { customers, operator: operators[0], operators }
  writeFileSync(file, `${JSON.stringify(demo, undefined, 2)}\n`, { mode: ownerOnly })
  await database.noteDemo(services.clock.now())
  return demo
}

function readDemo(file: string): Demo {
  if (!existsSync(file)) return { customers: [], operator: undefined, operators: [] }
  const stored = JSON.parse(readFileSync(file, 'utf8')) as Demo
  // A demo made by a build that had one operator names no others.
  return { ...stored, operators: stored.operators ?? [] }
}
