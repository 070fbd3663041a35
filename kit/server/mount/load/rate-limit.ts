import type { Instant } from '@bolsillo/kernel'

/** Counts how often a key did something within a window. In memory: each process counts for itself. */
export interface RateLimit {
  /** Counts one use. @returns 0, or the milliseconds to wait when the limit is exceeded. */
  readonly take: (key: string, limit: { readonly times: number; readonly perMs: number }, now: Instant) => number
}

interface Bucket {
  tokens: number
  at: number
}

// Beyond this many keys the least recently used are dropped: a flood of addresses must not fill the memory.
const bucketsMax = 50_000

/**
 * A token bucket per key: `times` at once, refilled evenly over `perMs`. Nobody gets more than twice `times` in any
 * window, and no burst at the edge of a window.
 */
export function createRateLimit(): RateLimit {
  // Two generations: a used key moves to the young one, and the old one is dropped as a whole. So a lookup is cheap,
  // and recently used keys are never dropped.
  let [young, old] = [new Map<string, Bucket>(), new Map<string, Bucket>()]
  const bucketOf = (key: string, times: number, now: Instant): Bucket => {
    const known = young.get(key)
    if (known !== undefined) return known
    const bucket = old.get(key) ?? { tokens: times, at: now }
    if (young.size >= bucketsMax / 2) [young, old] = [new Map(), young]
    young.set(key, bucket)
    return bucket
  }
  return {
    take: (key, { times, perMs }, now) => {
      const bucket = bucketOf(key, times, now)
      const elapsedMs = Math.max(0, now - bucket.at)
      const tokens = Math.min(times, bucket.tokens + (elapsedMs * times) / perMs)
      bucket.tokens = tokens >= 1 ? tokens - 1 : tokens
      bucket.at = now
      return tokens >= 1 ? 0 : Math.ceil(((1 - tokens) * perMs) / times)
    },
  }
}

/** A client's network: an IPv4 address, or the /64 of an IPv6 address, which is what one household gets. */
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
