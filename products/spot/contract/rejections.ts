import { rejectionSpec } from '@bolsillo/kernel'

/**
 * Refusals of orders in this room, 27000 to 27099; those of its market are below, from 27100 on. What
 * every form of an order and the desk refuse (sizes, prices, funds, ticks, collar…) is trading's.
 */
export const spotRejections = {
  /** values: symbol. */
  coinUnknown: rejectionSpec('coin-market-unknown', 27001, 404),
  coinUnlisted: rejectionSpec('coin-unlisted', 27002, 409),
  /** values: coin. */
  nothingToSell: rejectionSpec('no-coins-to-sell', 27025, 409),
} as const

/** Refusals of the market calls of this room, 27100 to 27199, besides `coin-unknown`. */
export const coinMarketRejections = {
  /** values: max. */
  followedFull: rejectionSpec('coins-followed-full', 27101, 409),
} as const
