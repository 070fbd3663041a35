import { setTimeout as sleep } from 'node:timers/promises'
import { convert } from '@bolsillo/stocks/contract'
import { conversionQuotes, restingBuy } from '../races/balance-races.ts'
import type { Racer } from '../races/race-market.ts'
import { countEffects } from '../races/race-store.ts'
import { type Post, type RaceAnswer, send } from '../races/senders.ts'
import { type CommitWatch, createCommitWatch } from './commit-watch.ts'
import type { LinedMarket } from './lined-market.ts'
import type { TcpProxy, Verdict } from './tcp-proxy.ts'

/** Where the line to the database breaks: inside the COMMIT, right behind it, or inside the answer to it. */
export type Place = 'inside' | 'behind' | 'answer'

/** What one request came to. */
export interface CutTrial {
  readonly place: Place
  /** Whether the line broke at all: without a COMMIT that belongs to the request it does not. */
  readonly wasCut: boolean
  readonly firstStatus: number
  /** Effects of the request after its first answer, and after it was sent again until somebody knew. */
  readonly effectsAtFirst: number
  readonly effectsAtLast: number
  readonly tries: number
  readonly longestMs: number
}

const triesMax = 100
const retryEveryMs = 50

/** Watches both lines' bytes and breaks the one that carries the COMMIT of a request with this key. */
function cutAt({ toDatabase, market }: LinedMarket, marker: string, place: Place): { readonly wasCut: () => boolean } {
  const marked = new Set<number>()
  const committing = new Set<number>()
  let wasCut = false
  toDatabase.inspect(({ connection, direction, chunk }): Verdict => {
    if (wasCut) return 'pass'
    if (direction === 'down') {
      if (place !== 'answer' || !committing.has(connection)) return 'pass'
      wasCut = true
      return { resetAfter: market.rng.nextUint32() % Math.min(16, chunk.length) }
    }
    const commit = watchOf(connection).read(chunk)
    if (chunk.includes(marker)) marked.add(connection)
    if (commit === undefined || !marked.has(connection)) return 'pass'
    if (place === 'answer') {
      committing.add(connection)
      return 'pass'
    }
    wasCut = true
    const length = commit.to - commit.from
    return { resetAfter: place === 'behind' ? commit.to : commit.from + (market.rng.nextUint32() % (length - 1)) }
  })
  return { wasCut: () => wasCut }
}

// A watch learns the name of COMMIT when the connection is new, so each is watched for as long as it lives.
const watches = new Map<number, CommitWatch>()
const watchOf = (connection: number): CommitWatch => {
  const known = watches.get(connection) ?? createCommitWatch()
  watches.set(connection, known)
  return known
}

/** Lets the watches learn while nothing is to be cut. */
export function watchOnly(toDatabase: TcpProxy): void {
  toDatabase.inspect(({ connection, direction, chunk }) => {
    if (direction === 'up') watchOf(connection).read(chunk)
    return 'pass'
  })
}

/** A request whose effect another transaction of ours can count. */
export async function nextRequest(lined: LinedMarket, racer: Racer, kind: 'order' | 'conversion'): Promise<Post> {
  const { market } = lined
  if (kind === 'order') return { ...(await restingBuy(market, racer, { percent: 2n })), key: market.newKey() }
  const [quoteId = ''] = await conversionQuotes(market, racer, 1)
  return { path: convert.path, token: racer.token, key: market.newKey(), fields: { quoteId } }
}

const effectsOf = async ({ market }: LinedMarket, racer: Racer): Promise<number> => {
  const { orders, conversions } = await countEffects(market.sql, racer.customerId)
  return orders + conversions
}

/** One try, whatever comes of it. */
export async function sendOnce(url: string, post: Post): Promise<Pick<RaceAnswer, 'status' | 'code' | 'body'>> {
  try {
    return await send(url, post)
  } catch {
    // No answer at all is one more way of not knowing.
    return { status: 0, code: -1, body: '' }
  }
}

/** Sends a request until its outcome is known. */
export async function sendUntilKnown(
  url: string,
  post: Post,
): Promise<{ readonly tries: number; readonly status: number; readonly code: number; readonly body: string }> {
  for (let tries = 1; ; tries += 1) {
    const { status, code, body } = await sendOnce(url, post)
    const isKnown = status === 200 || (status >= 400 && status < 500 && status !== 409 && status !== 429)
    if (isKnown || tries === triesMax) return { tries, status, code, body }
    await sleep(retryEveryMs)
  }
}

/** Breaks the line at the COMMIT of one request, then asks again with the same key (the control: without one). */
export async function cutOneCommit(
  lined: LinedMarket,
  racer: Racer,
  options: { readonly place: Place; readonly kind: 'order' | 'conversion'; readonly keyed: boolean },
): Promise<CutTrial> {
  const post = await nextRequest(lined, racer, options.kind)
  // Without a key the order itself marks the connection: the customer's name is in it.
  const { key = '', ...unkeyed } = post
  const request = options.keyed ? post : unkeyed
  const before = await effectsOf(lined, racer)
  const cut = cutAt(lined, options.keyed ? key : racer.customerId, options.place)
  const startedAt = performance.now()
  const first = await sendOnce(lined.url, request)
  const firstMs = performance.now() - startedAt
  const effectsAtFirst = (await effectsOf(lined, racer)) - before
  watchOnly(lined.toDatabase)
  const again = first.status === 200 ? { tries: 0 } : await sendUntilKnown(lined.url, request)
  return {
    place: options.place,
    wasCut: cut.wasCut(),
    firstStatus: first.status,
    effectsAtFirst,
    effectsAtLast: (await effectsOf(lined, racer)) - before,
    tries: 1 + again.tries,
    longestMs: Math.round(Math.max(firstMs, performance.now() - startedAt - firstMs)),
  }
}
