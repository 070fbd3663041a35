import type { Instant } from '@bolsillo/kernel'

/** Counts how often a key did something within a window. In memory: each process counts for itself. */
export interface RateLimit {
  /** Counts one more; answers how many milliseconds to wait when that was one too many, else 0. */
  readonly take: (key: string, limit: { readonly times: number; readonly perMs: number }, now: Instant) => number
}

interface Bucket {
  tokens: number
  at: number
}

// Over this many keys the longest unused are forgotten: a flood of addresses must not fill the memory.
const bucketsMax = 50_000

/**
 * A token bucket per key: `times` at once, refilled evenly over `perMs`. Nobody gets more than twice `times` in any
 * window, and no burst at the edge of a window.
 */
export function createRateLimit(): RateLimit {
  const buckets = new Map<string, Bucket>()
  return {
    take: (key, { times, perMs }, now) => {
      const known = buckets.get(key)
      const elapsedMs = known === undefined ? 0 : Math.max(0, now - known.at)
      const tokens = known === undefined ? times : Math.min(times, known.tokens + (elapsedMs * times) / perMs)
      buckets.delete(key)
      buckets.set(key, { tokens: tokens >= 1 ? tokens - 1 : tokens, at: now })
      if (buckets.size > bucketsMax) {
        const [oldest] = buckets.keys()
        if (oldest !== undefined) buckets.delete(oldest)
      }
      return tokens >= 1 ? 0 : Math.ceil(((1 - tokens) * perMs) / times)
    },
  }
}

/** What stands for a client's network: an IPv4 address, or the /64 of an IPv6 one, since that is what one home has. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length
  return [...left, ...Array.from({ length: zeros }, () => '0'), ...right].slice(0, 4).join(':').toLowerCase()
}
