import { rejectionSpec } from '@bolsillo/kernel'

/** Refusals of the market calls of this room, 27100 to 27199, besides `coin-unknown`. */
export const coinMarketRejections = {
  /** values: max. */
  followedFull: rejectionSpec('coins-followed-full', 27101, 409),
} as const
