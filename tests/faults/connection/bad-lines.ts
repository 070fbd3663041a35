import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from '@bolsillo/journeys/stage/api'
import { orders } from '@bolsillo/stocks/contract'
import { restingBuy } from '../races/balance-races.ts'
import { countEffects, countLeakedTransactions } from '../races/race-store.ts'
import type { Post } from '../races/senders.ts'
import { sendOnce, sendUntilKnown } from './cut-commits.ts'
import type { LinedMarket } from './lined-market.ts'
import type { Fault } from './tcp-proxy.ts'

/** What a time on a bad line came to. */
export interface BadTime {
  readonly requests: number
  /** Answered, or told that nobody knows; nothing may simply hang. */
  readonly longestMs: number
  readonly unknown: number
  /** From the end of the fault until as many requests at once as the server has connections are answered well. */
  readonly fullAgainMs: number
  readonly effects: number
  readonly leaked: number
}

const healthyWithinMs = 30_000
/** As many as the server keeps connections to its database. */
const connectionsMax = 20

/** Orders of all racers in turn, each with a key of its own. */
async function ordersOfAll(lined: LinedMarket, count: number): Promise<readonly Post[]> {
  const { market } = lined
  const made = await onceHealthy(
    lined,
    async () => await Promise.all(market.racers.map((racer) => restingBuy(market, racer, { percent: 1n }))),
  )
  return Array.from({ length: count }, (_, index) => ({
    ...(made[index % made.length] ?? { path: '', fields: {} }),
    key: market.newKey(),
  }))
}

/**
 * Reads what an experiment begins with. A connection that died in the time before may be found out only by this: reads at
 * once as many as there are connections need not use each of them. What is read here is not what is counted, so it is read
 * again until it is answered.
 */
async function onceHealthy<T>(lined: LinedMarket, read: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  for (;;) {
    try {
      if (await isFull(lined)) return await read()
      throw new Error('not every connection of the server answers')
    } catch (error) {
      if (performance.now() - startedAt > healthyWithinMs) throw error
      await sleep(50)
    }
  }
}

async function allEffects({ market }: LinedMarket): Promise<number> {
  const counts = await Promise.all(market.racers.map(({ customerId }) => countEffects(market.sql, customerId)))
  return counts.reduce((sum, { orders: placed }) => sum + placed, 0)
}

/** Reads at once on every connection the server has. */
async function isFull({ market, url }: LinedMarket): Promise<boolean> {
  const reads = Array.from({ length: connectionsMax }, async (_, index) => {
    const racer = market.racers[index % market.racers.length]
    return await ask(url, orders, { limit: 1 }, { token: racer?.token ?? '' }).then(
      () => true,
      () => false,
    )
  })
  return (await Promise.all(reads)).every((read) => read)
}

/**
 * Sends orders over a line that is bad for some time, waits until the server is whole again, and sends what nobody knew
 * again with the same keys.
 */
export async function badTime(
  lined: LinedMarket,
  options: {
    readonly fault: Fault
    readonly side: 'toDatabase' | 'fromClients'
    readonly count: number
    readonly forMs: number
    /** Breaks what is open when it begins. */
    readonly resetsAll?: boolean
  },
): Promise<BadTime> {
  const posts = await ordersOfAll(lined, options.count)
  const before = await allEffects(lined)
  const line = lined[options.side]
  line.become(options.fault)
  if (options.resetsAll === true) line.resetAll()
  let longestMs = 0
  const answering = Promise.all(
    posts.map(async (post) => {
      const startedAt = performance.now()
      const { status } = await sendOnce(lined.url, post)
      longestMs = Math.max(longestMs, performance.now() - startedAt)
      return { post, status }
    }),
  )
  // A fault ends when its time is over, or before when everybody has been answered.
  await Promise.race([sleep(options.forMs), answering])
  line.become({ kind: 'none' })
  const healedAt = performance.now()
  while (!(await isFull(lined)) && performance.now() - healedAt < healthyWithinMs) await sleep(50)
  const fullAgainMs = performance.now() - healedAt
  const answers = await answering
  const unknown = answers.filter(({ status }) => status !== 200)
  for (const { post } of unknown) await sendUntilKnown(lined.url, post)
  return {
    requests: posts.length,
    longestMs: Math.round(longestMs),
    unknown: unknown.length,
    fullAgainMs: Math.round(fullAgainMs),
    effects: (await allEffects(lined)) - before,
    leaked: await countLeakedTransactions(lined.market.sql, 2 * 10_000),
  }
}

/** Loses answers on the way to the customer, some after a part of them, and asks again with the same key. */
export async function dropReplies(
  lined: LinedMarket,
  count: number,
): Promise<{ readonly dropped: number; readonly effects: number; readonly different: number }> {
  const { fromClients, market, url } = lined
  const posts = await ordersOfAll(lined, count)
  const before = await allEffects(lined)
  let dropped = 0
  let different = 0
  for (const post of posts) {
    let cut = false
    fromClients.inspect(({ direction, chunk }) => {
      if (direction === 'up' || cut) return 'pass'
      cut = true
      return { resetAfter: market.rng.nextUint32() % chunk.length }
    })
    const first = await sendOnce(url, post)
    if (first.status !== 200 || first.code !== 0) dropped += 1
    fromClients.inspect(undefined)
    const [again, onceMore] = [await sendUntilKnown(url, post), await sendUntilKnown(url, post)]
    if (again.status !== 200 || again.body !== onceMore.body) different += 1
  }
  return { dropped, effects: (await allEffects(lined)) - before, different }
}
