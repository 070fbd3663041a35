import type { RejectionSpec } from '@bolsillo/kernel'

/** Refusals of the market calls of this room, 27100 to 27199, besides `coin-unknown`. */
export const coinMarketRejections = {
  /** values: max. */
  followedFull: { name: 'coins-followed-full', number: 27101, status: 409, retry: 'final' },
} as const satisfies Record<string, RejectionSpec>
