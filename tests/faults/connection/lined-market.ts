import { emptyTestDatabase } from '@bolsillo/test-kit'
import { type RaceMarket, startRaceMarket } from '../races/race-market.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

/** A practice market whose lines can be made bad: to its database, and from its customers. */
export interface LinedMarket {
  readonly market: RaceMarket
  readonly toDatabase: TcpProxy
  readonly fromClients: TcpProxy
  /** The server as customers reach it. */
  readonly url: string
  readonly stop: () => Promise<void>
}

/** Starts a server on a database of its own, with a line of ours on either side of it. */
export async function startLinedMarket(options: {
  readonly racers: number
  readonly seed: number
  /** Sees the line to the database before anything passes. */
  readonly watch?: (toDatabase: TcpProxy) => void
}): Promise<LinedMarket> {
  const database = await emptyTestDatabase()
  const undo: (() => Promise<void>)[] = [database.drop]
  const stop = async (): Promise<void> => {
    for (const step of undo.reverse()) await step()
  }
  try {
    const { host, port, user, password, database: name } = database.address
    const toDatabase = await startTcpProxy(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port })
    undo.push(toDatabase.stop)
    options.watch?.(toDatabase)
    const url = `postgres://${user}:${password}@127.0.0.1:${toDatabase.port}/${name}`
    const market = await startRaceMarket({ ...options, database: { url, sql: database.owner } })
    undo.push(async () => {
      // A server cannot end in order over a line that does not let it speak.
      toDatabase.become({ kind: 'none' })
      toDatabase.inspect(undefined)
      await market.stop()
    })
    const fromClients = await startTcpProxy({ host: '127.0.0.1', port: Number(new URL(market.url).port) })
    undo.push(fromClients.stop)
    return { market, toDatabase, fromClients, url: `http://127.0.0.1:${fromClients.port}`, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
