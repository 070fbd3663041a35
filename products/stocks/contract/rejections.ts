import { rejectionSpec } from '@bolsillo/kernel'

/**
 * Refusals of this room, 20000 to 20999. What every form of an order and the desk refuse (sizes, prices, funds, locks,
 * collar, ticks…) is trading's.
 */
export const stocksRejections = {
  instrumentUnknown: rejectionSpec('instrument-unknown', 20001, 404),
  instrumentUnlisted: rejectionSpec('instrument-unlisted', 20002, 409),
  notTradable: rejectionSpec('not-tradable', 20003),
  nothingToSell: rejectionSpec('nothing-to-sell', 20025, 409),
  nothingLocked: rejectionSpec('nothing-locked', 20026, 409),
  positionUnknown: rejectionSpec('position-unknown', 20042, 404),
  watchlistFull: rejectionSpec('watchlist-full', 20050, 409),
  conversionUnavailable: rejectionSpec('conversion-unavailable', 20060, 409, 'retryable'),
  conversionSame: rejectionSpec('conversion-same-currency', 20061),
  conversionAmount: rejectionSpec('conversion-amount', 20062),
  conversionExpired: rejectionSpec('conversion-expired', 20063, 410),
  conversionUnknown: rejectionSpec('conversion-unknown', 20064, 404),
  conversionFunds: rejectionSpec('conversion-funds', 20065, 409),
  conversionWaits: rejectionSpec('conversion-waits', 20066, 409, 'retryable'),
} as const
