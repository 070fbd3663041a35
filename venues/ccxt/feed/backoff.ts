import { type Rng, uniform } from '@bolsillo/kernel'

/** First wait and longest wait of something that is tried again. */
export interface Backoff {
  readonly firstMs: number
  readonly maxMs: number
}

/**
 * How long to wait before the attempt after `failures` failed ones: doubling, and of that a random half to whole, so
 * that a thousand clients cut off together do not come back together.
 */
export function backoffMs({ firstMs, maxMs }: Backoff, failures: number, rng: Rng): number {
  const whole = Math.min(maxMs, firstMs * 2 ** Math.min(failures, 30))
  return Math.round(whole / 2 + (whole / 2) * uniform(rng))
}
