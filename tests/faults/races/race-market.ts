import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from '@bolsillo/journeys/stage/api'
import { type Ids, idsFrom, type Rng, seededRng, systemClock } from '@bolsillo/kernel'
import { addressFor, connect, runningServer, type Sql } from '@bolsillo/server-kit'
import { books, positions, ticket } from '@bolsillo/stocks/contract'
import { newDataFolder, removeDataFolder, startServerProcess } from '@bolsillo/test-kit'
import { accountOf, insertRacers, type NewRacer, renewSessions } from './race-store.ts'
import { type Post, type RaceAnswer, releaseTogether, send } from './senders.ts'

/** A customer who takes part in races. */
export interface Racer extends NewRacer {
  readonly account: string
  readonly password: string
}

/** A practice market in a process of its own, with customers, and a look past the calls into its database. */
export interface RaceMarket {
  readonly url: string
  /** As the database's owner: for counting what really happened. */
  readonly sql: Sql
  readonly racers: readonly Racer[]
  /** Made from the printed seed: the order in which senders are released, and small delays. */
  readonly rng: Rng
  /** A key nobody used before. */
  readonly newKey: () => string
  readonly send: (post: Post) => Promise<RaceAnswer>
  readonly race: (posts: readonly Post[]) => Promise<readonly RaceAnswer[]>
  /** Best bid and ask, and the tick between prices, as decimals with the instrument's digits. */
  readonly quote: (symbol: string) => Promise<Quote>
  /** How many shares a customer may sell now, and has in all. */
  readonly position: (racer: Racer, symbol: string) => Promise<{ readonly sellable: bigint; readonly quantity: bigint }>
  /** From when the shares bought last may be sold. */
  readonly unlocksAt: (racer: Racer, symbol: string) => Promise<number>
  /** The server's time. */
  readonly now: () => Promise<number>
  /** Moves time, with every session carried over, and waits for prices of then. */
  readonly advanceMs: (ms: number) => Promise<void>
  /** Moves time by so little that nothing needs carrying over. */
  readonly skipMs: (ms: number) => Promise<void>
  /** What the server wrote to its log. */
  readonly said: () => string
  readonly stop: () => Promise<void>
}

export interface Quote {
  readonly bid: bigint
  readonly ask: bigint
  readonly tick: bigint
  /** A price in units, as the wire writes it. */
  readonly write: (units: bigint) => string
}

const priceDigits = 4
const unit = 10n ** BigInt(priceDigits)

const readUnits = (text: string): bigint => {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole) * unit + BigInt(fraction.padEnd(priceDigits, '0').slice(0, priceDigits))
}
const writeUnits = (units: bigint): string => {
  const fraction = String(units % unit)
    .padStart(priceDigits, '0')
    .replace(/0{1,2}$/, '')
  return `${units / unit}.${fraction}`
}

/** The shares races are about: one for sales, one for purchases with exits. */
export const symbols = { lot: 'WALMEX.MX', bracket: 'AMX.MX' } as const
const pricesWithinMs = 20_000

/** Waits until the market has prices of now: it needs a moment after time was moved. */
async function current(url: string): Promise<void> {
  for (const symbol of Object.values(symbols)) {
    for (let waitedMs = 0; (await ask(url, books, { symbol, depth: 1 })).stale; waitedMs += 20) {
      if (waitedMs > pricesWithinMs) throw new Error(`${symbol} has no price of now`)
      await sleep(20)
    }
  }
}

/** Shuffles by the seed, so that no sender is always first. */
export function shuffle<T>(items: readonly T[], rng: Rng): T[] {
  const left = [...items]
  return Array.from({ length: items.length }, () => left.splice(rng.nextUint32() % left.length, 1)).flat()
}

function openEmbedded(dataDir: string): Sql {
  const address = runningServer(dataDir)
  if (address === undefined) throw new Error('the server has no database')
  return connect(addressFor(address, { database: 'bolsillo' }), { connectionsMax: 2, name: 'races' })
}

function newRacer(ids: Ids, number: number, password: string): Racer {
  const customerId = ids.next('cus')
  return {
    customerId,
    sessionId: ids.next('ses'),
    token: Buffer.from(`${customerId}-of-a-race`.slice(-32)).toString('base64url'),
    number,
    account: accountOf(number),
    password,
  }
}

/** Moves the server's time; answers what it is then. */
async function moveClock(url: string, advanceMs: number): Promise<number> {
  const body = JSON.stringify({ advanceMs })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}/test/clock`, { method: 'POST', headers, body })
  return ((await answer.json()) as { now: number }).now
}

async function readQuote(url: string, token: string, symbol: string): Promise<Quote> {
  const { asks, bids } = await ask(url, books, { symbol, depth: 1 })
  const { rules } = await ask(url, ticket, { symbol }, { token })
  const [ask1, bid1] = [readUnits(asks[0]?.price ?? '0'), readUnits(bids[0]?.price ?? '0')]
  const step = rules.ticks.findLast(({ from }) => readUnits(from) <= bid1)
  return { bid: bid1, ask: ask1, tick: readUnits(step?.tick ?? '0.01'), write: writeUnits }
}

async function readPosition(url: string, { token }: Racer, symbol: string) {
  const { rows } = await ask(url, positions, {}, { token })
  const row = rows.find((one) => one.symbol === symbol)
  return { sellable: BigInt(row?.sellable ?? '0'), quantity: BigInt(row?.quantity ?? '0') }
}

async function readUnlocksAt(url: string, { token }: Racer, symbol: string): Promise<number> {
  const { position } = await ask(url, ticket, { symbol }, { token })
  return Math.max(0, ...position.locks.map(({ sellableAt }) => sellableAt))
}

interface RaceMarketOptions {
  readonly racers: number
  /** Decides the order of the senders. */
  readonly seed: number
  /** A database of somebody else's, by the address the server is to use, and a way to it that is always good. */
  readonly database?: { readonly url: string; readonly sql: Sql }
  /** What else the server is configured with. */
  readonly environment?: Readonly<Record<string, string>>
}

const environmentOf = ({ environment, database }: RaceMarketOptions, dataDir: string): Record<string, string> => ({
  DATA_DIR: dataDir,
  TEST_CLOCK: '1',
  LOG_LEVEL: 'error',
  ...environment,
  ...(database === undefined ? {} : { DATABASE_URL: database.url }),
})

/** Starts a server process and gives it customers. */
export async function startRaceMarket(options: RaceMarketOptions): Promise<RaceMarket> {
  const dataDir = newDataFolder()
  const server = startServerProcess(environmentOf(options, dataDir))
  const clean = async (): Promise<void> => {
    await server.stop()
    removeDataFolder(dataDir)
  }
  try {
    const { url, customers } = await server.block()
    const [model] = customers
    if (model === undefined) throw new Error('the server has no customer')
    const sql = options.database?.sql ?? openEmbedded(dataDir)
    const rng = seededRng(options.seed, 'races')
    const ids = idsFrom(systemClock, rng)
    const racers = Array.from({ length: options.racers }, (_, number) => newRacer(ids, number, model.password))
    const port = new URL(url).port
    const local = `http://127.0.0.1:${port}`
    const clock = (advanceMs: number): Promise<number> => moveClock(local, advanceMs)
    await insertRacers(sql, racers, model.account, await clock(0))
    let keys = 0
    return {
      url: local,
      sql,
      racers,
      rng,
      newKey: () => {
        keys += 1
        return `race-${options.seed}-${keys}`
      },
      send: (post) => send(local, post),
      race: (posts) => releaseTogether(local, shuffle(posts, rng)),
      quote: (symbol) => readQuote(local, racers[0]?.token ?? '', symbol),
      position: (racer, symbol) => readPosition(local, racer, symbol),
      unlocksAt: (racer, symbol) => readUnlocksAt(local, racer, symbol),
      now: () => clock(0),
      skipMs: async (ms) => {
        if (ms > 0) await clock(Math.floor(ms))
      },
      advanceMs: async (ms) => {
        const at = await clock(0)
        // Before time moves: nobody may find a session dead in between.
        await renewSessions(sql, racers, at + ms)
        await clock(ms)
        await current(local)
      },
      said: server.said,
      stop: async () => {
        if (options.database === undefined) await sql.end({ timeout: 5 })
        await clean()
      },
    }
  } catch (error) {
    await clean()
    throw error
  }
}
