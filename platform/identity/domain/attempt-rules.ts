/**
 * How long the next sign-in attempt must wait after so many failures in a row.
 * Accounts wait from the 5th failure, doubling from half a minute to an hour; the hundredth stops them until the password
 * is reset, because by then nobody is remembering a password. Networks wait from the 30th: a mobile carrier or an
 * office puts thousands of people behind one address, and one forgetful person must not lock them all out.
 */
export const attemptRules = {
  account: { from: 5, firstMs: 30_000, longestMs: 3_600_000, stopAt: 100 },
  network: { from: 30, firstMs: 30_000, longestMs: 3_600_000, stopAt: Number.POSITIVE_INFINITY },
} as const

export type AttemptKind = keyof typeof attemptRules

/** A wait so long that only resetting the password ends it. */
export const stoppedMs = 100 * 365 * 24 * 3_600_000

/** Failures older than this no longer count against a network. */
export const networkForgetsMs = 24 * 3_600_000

/** Milliseconds to wait after the `failures`-th failure in a row. */
export function waitMsAfter(kind: AttemptKind, failures: number): number {
  const { from, firstMs, longestMs, stopAt } = attemptRules[kind]
  if (failures >= stopAt) return stoppedMs
  if (failures < from) return 0
  return Math.min(longestMs, firstMs * 2 ** Math.min(failures - from, 30))
}

/** The part of an address that one subscriber controls: all of an IPv4 address, the first 64 bits of an IPv6 one. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:([0-9.]+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? []
  const groups = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - after.length)
  const all = [...groups, ...Array.from({ length: zeros }, () => '0'), ...after]
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
