import { rejectionSpec } from '@bolsillo/kernel'

/**
 * Refusals of orders in this room, 27000 to 27099; those of its market stand beside their calls, from 27100 on. What
 * every form of an order and the desk refuse (sizes, prices, funds, ticks, collar…) is trading's.
 */
export const spotRejections = {
  /** values: symbol. */
  coinUnknown: rejectionSpec('coin-market-unknown', 27001, 404),
  coinUnlisted: rejectionSpec('coin-unlisted', 27002, 409),
  /** values: coin. */
  nothingToSell: rejectionSpec('no-coins-to-sell', 27025, 409),
} as const
