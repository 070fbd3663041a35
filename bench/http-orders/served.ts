import { mkdirSync } from 'node:fs'
import { customerPrefix } from '@bolsillo/contract'
import { decimalUnits } from '@bolsillo/kernel'
import { addressFor, connect, connectAsServer, type DatabaseAddress, type Sql } from '@bolsillo/server-kit'
import {
  databaseUrl,
  newDataFolder,
  removeDataFolder,
  type ServerProcess,
  startServerProcess,
  temporaryServer,
} from '@bolsillo/test-kit'
import { createCrowd, crowdInstruments, type Trader } from './crowd.ts'
import { type Priced, priced } from './order-requests.ts'

/** A real server on a durable PostgreSQL of its own, with a crowd that trades. */
export interface ServedCrowd {
  readonly host: string
  readonly port: number
  readonly process: ServerProcess
  readonly traders: readonly Trader[]
  /** As the owner, for a peer's own tables and for counting. */
  readonly owner: Sql
  readonly sql: Sql
  readonly address: DatabaseAddress
  /** The current limit prices of the crowd's instruments. */
  readonly prices: () => Promise<readonly Priced[]>
  readonly stop: () => Promise<void>
}

const quotedWithinTries = 100

/** Starts everything: PostgreSQL with fsync and synchronous commit, the server as `npm start` does, the crowd. */
export async function serveCrowd(
  traderCount: number,
  environment: Readonly<Record<string, string>> = {},
): Promise<ServedCrowd> {
  const server = await temporaryServer({ durable: true })
  const dataDir = newDataFolder()
  mkdirSync(dataDir, { recursive: true })
  const admin = connect(server.address, { connectionsMax: 1, name: 'bench admin' })
  await admin.unsafe('create database bolsillo_bench')
  await admin.end()
  const address = addressFor(server.address, { database: 'bolsillo_bench' })
  const started = startServerProcess({
    LOG_LEVEL: 'info',
    ...environment,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl(address),
  })
  const owner = connect(address, { connectionsMax: 2, name: 'bench owner' })
  const sql = await connectAsServer(address, { connectionsMax: 2, name: 'bench' })
  const stop = async (): Promise<void> => {
    await started.stop()
    await sql.end({ timeout: 5 })
    await owner.end({ timeout: 5 })
    await server.stop()
    removeDataFolder(dataDir)
  }
  try {
    const { url } = await started.block()
    const traders = await createCrowd(owner, sql, traderCount)
    await owner.unsafe('vacuum analyze')
    const port = Number(new URL(url).port)
    return {
      host: '127.0.0.1',
      port,
      process: started,
      traders,
      owner,
      sql,
      address,
      prices: () => readPrices(url),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

interface BookReply {
  readonly data?: { readonly bids: readonly { price: string }[]; readonly asks: readonly { price: string }[] }
}

/** The middle of the market of every instrument the crowd trades, once somebody quotes it. */
export async function readPrices(url: string): Promise<readonly Priced[]> {
  const rows: Priced[] = []
  for (const instrument of crowdInstruments) {
    const read = async (): Promise<bigint | undefined> => {
      const response = await fetch(`${url}${customerPrefix}/stock/index/books`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ symbol: instrument.id, depth: 1 }),
      })
      const { data } = (await response.json()) as BookReply
      const [bid, ask] = [data?.bids[0]?.price, data?.asks[0]?.price]
      if (bid === undefined || ask === undefined) return undefined
      const { priceScale } = instrument.scale
      return (decimalUnits(bid, priceScale) + decimalUnits(ask, priceScale)) / 2n
    }
    let middle = await read()
    for (let tries = 1; middle === undefined && tries < quotedWithinTries; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      middle = await read()
    }
    if (middle === undefined) throw new Error(`nobody quotes ${instrument.id}`)
    rows.push(priced(instrument, middle))
  }
  return rows
}
