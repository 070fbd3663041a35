import { setTimeout as sleep } from 'node:timers/promises'
import { type CheckingClient, type Checks, checkingClient, noChecks } from '@bolsillo/bench/market-data/checking-client'
import { testCustomer } from '@bolsillo/test-kit'
import type { Planted } from './host-messages.ts'
import { customerCount, pageKeys, quoteKeys } from './host-messages.ts'
import { type Look, type StreamHost, startStreamHost } from './stream-host.ts'

export const readerCount = 200
export const slowCount = 20
export const signedInSlow = 10
const quotesOfReader = 20
const lookEveryMs = 200
/** On a machine with much else to do the buffers of the kernel take longer to fill. */
const slowMsMax = 60_000

/** What a stretch with slow readers came to. */
export interface Stretch {
  readonly healthy: Checks
  readonly slow: Checks
  /** The most kept for one reader at any look, in bytes. */
  readonly waitingBytesMax: number
  /** Memory of the process before anybody was slow, and the most after. */
  readonly residentBeforeMiB: number
  readonly residentMostMiB: number
  readonly closedSlow: number
  /** How the sockets of customers who read nothing ended. */
  readonly closeCodes: readonly number[]
  /** Names under which a reader does not have the last of what was published, once it reads again. */
  readonly behind: number
  /** Of what was published under the pages, the share the slow readers were sent. */
  readonly sharePages: number
  /** Customers who came back and whose first snapshot is not the newest. */
  readonly behindAgain: number
}

const subscribe = (client: Pick<CheckingClient, 'say'>, channel: string, key: string): void =>
  client.say({ type: 'subscribe', channel, key })

const addressOf = (at: number): string => `127.0.1.${1 + Math.floor(at / 100)}`

/** Subscribes to twenty quotes and a book, as the nth reader. */
export function joinMarket(client: Pick<CheckingClient, 'say'>, at: number): void {
  for (let n = 0; n < quotesOfReader; n += 1) {
    subscribe(client, 'quote', quoteKeys[(at + n * 7) % quoteKeys.length] ?? '')
  }
  subscribe(client, 'book', quoteKeys[at % quoteKeys.length] ?? '')
}

function joinPages(client: CheckingClient): void {
  for (const key of pageKeys) subscribe(client, 'page', key)
}

async function joinOrders(host: StreamHost, number: number, checks: Checks): Promise<CheckingClient> {
  const client = await checkingClient(host.url, '127.0.2.1', checks)
  client.say({ type: 'hello', token: testCustomer(number).token })
  subscribe(client, 'orders', 'me')
  return client
}

const numberOf = (data: unknown): number =>
  typeof data === 'object' && data !== null && 'n' in data ? Number(data.n) : -1

/**
 * Readers of a market, of whom a tenth stop reading: ten who look at large pages, of which the newest replaces the one
 * before, and ten customers whose orders change all the time. After `slowMs`, and once that was enough, everything falls
 * silent and they read again.
 */
export async function stretchWithSlowReaders(
  planted: Planted,
  slowMs: number,
  isEnough: (look: Look) => boolean = () => true,
): Promise<Stretch> {
  const host = await startStreamHost(planted)
  const clients: CheckingClient[] = []
  const [healthy, slow] = [noChecks(), noChecks()]
  try {
    const many = async (count: number, join: (at: number) => Promise<CheckingClient>): Promise<CheckingClient[]> => {
      const joined = await Promise.all(Array.from({ length: count }, (_, at) => join(at)))
      clients.push(...joined)
      return joined
    }
    await many(readerCount - slowCount, async (at) => {
      const client = await checkingClient(host.url, addressOf(at), healthy)
      joinMarket(client, at)
      return client
    })
    // Customers whose connection is good, beside those whose connection is not.
    await many(customerCount - signedInSlow, (at) => joinOrders(host, signedInSlow + 1 + at, healthy))
    const pages = await many(slowCount - signedInSlow, async (at) => {
      const client = await checkingClient(host.url, addressOf(at), slow)
      joinPages(client)
      return client
    })
    const customers = await many(signedInSlow, (at) => joinOrders(host, 1 + at, slow))
    await sleep(1_000)
    const before = await host.look()
    for (const client of [...pages, ...customers]) client.pause()
    const slowSince = slow.messages
    const looks = [before, ...(await watch(host, slowMs, isEnough))]
    const published = await host.silence()
    for (const client of [...pages, ...customers]) client.resume()
    const closeCodes = await Promise.all(
      customers.map((client) => Promise.race([client.closed, sleep(1_500).then(() => 0)])),
    )
    await sleep(1_000)
    const again = await comeBack(host, published)
    const publishedPages = pageKeys.reduce((sum, key) => sum + (published[`page:${key}`] ?? 0), 0) * pages.length
    return {
      healthy,
      slow,
      waitingBytesMax: Math.max(...looks.map((look) => look.waitingBytesMax)),
      residentBeforeMiB: before.residentMiB,
      residentMostMiB: Math.max(...looks.map((look) => look.residentMiB)),
      closedSlow: (await host.look()).closedSlow,
      closeCodes,
      behind: clients.reduce((sum, client) => sum + behindOf(client, published), 0),
      sharePages: (slow.messages - slowSince) / publishedPages,
      behindAgain: again,
    }
  } finally {
    for (const client of clients) client.close()
    host.kill()
  }
}

/** Looks again and again for so long, and until that was enough. */
async function watch(host: StreamHost, slowMs: number, isEnough: (look: Look) => boolean): Promise<readonly Look[]> {
  const looks: Look[] = []
  for (let passed = 0; passed < slowMsMax; passed += lookEveryMs) {
    const look = await host.look()
    looks.push(look)
    if (passed >= slowMs && isEnough(look)) break
    await sleep(lookEveryMs)
  }
  return looks
}

/** Names of the market under which a reader does not have the newest. */
const behindOf = ({ heard }: CheckingClient, published: Readonly<Record<string, number>>): number =>
  [...heard].filter(([name, { data }]) => !name.startsWith('orders:') && numberOf(data) !== published[name]).length

/** Customers who were cut off ask again; answers how many are not given the newest. */
async function comeBack(host: StreamHost, published: Readonly<Record<string, number>>): Promise<number> {
  let behind = 0
  for (let number = 1; number <= signedInSlow; number += 1) {
    const client = await joinOrders(host, number, noChecks())
    for (let tries = 0; tries < 100 && client.heard.size === 0; tries += 1) await sleep(20)
    const [first] = client.heard.values()
    if (numberOf(first?.data) !== published[`orders:${testCustomer(number).customerId}`]) behind += 1
    client.close()
  }
  return behind
}
