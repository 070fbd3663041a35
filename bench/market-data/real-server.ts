import { seededRng } from '@bolsillo/kernel'
import { addressFor, connect, type Sql } from '@bolsillo/server-kit'
import {
  databaseUrl,
  newDataFolder,
  removeDataFolder,
  type SignedInCustomer,
  signInCustomers,
  startServerProcess,
  temporaryServer,
} from '@bolsillo/test-kit'
import { customerCount } from './setting.ts'

/** The server as customers meet it, a process of its own on a durable database of its own. */
export interface RealServer {
  readonly url: string
  readonly pid: number
  readonly customers: readonly SignedInCustomer[]
  readonly owner: Sql
  readonly stop: () => Promise<void>
}

/** Starts it with the market at the speed of real markets, and customers who may order. */
export async function startRealServer(environment: Readonly<Record<string, string>> = {}): Promise<RealServer> {
  const database = await temporaryServer({ durable: true })
  const admin = connect(database.address, { connectionsMax: 1, name: 'bench admin' })
  await admin.unsafe('create database bolsillo')
  await admin.end()
  const address = addressFor(database.address, { database: 'bolsillo' })
  const dataDir = newDataFolder()
  const server = startServerProcess({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl(address), ...environment })
  const owner = connect(address, { connectionsMax: 1, name: 'bench owner' })
  const stop = async (): Promise<void> => {
    await server.stop()
    await owner.end({ timeout: 5 })
    await database.stop()
    removeDataFolder(dataDir)
  }
  try {
    const { url } = await server.block()
    const customers = await signInCustomers(owner, customerCount, { label: 'bench', rng: seededRng(5, 'customers') })
    return { url, pid: server.child.pid ?? 0, customers, owner, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
