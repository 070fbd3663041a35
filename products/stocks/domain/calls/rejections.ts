import type { RejectionSpec } from '@bolsillo/kernel'

const spec = <Name extends string>(
  name: Name,
  number: number,
  status: RejectionSpec['status'] = 422,
  retry: RejectionSpec['retry'] = 'final',
): RejectionSpec<Name> => ({ name, number, status, retry })

/**
 * Refusals of this room, 20000 to 20999. What every form of an order and the desk refuse (sizes, prices, funds, locks,
 * collar, ticks…) is trading's.
 */
export const stocksRejections = {
  instrumentUnknown: spec('instrument-unknown', 20001, 404),
  instrumentUnlisted: spec('instrument-unlisted', 20002, 409),
  notTradable: spec('not-tradable', 20003),
  nothingToSell: spec('nothing-to-sell', 20025, 409),
  positionUnknown: spec('position-unknown', 20042, 404),
  watchlistFull: spec('watchlist-full', 20050, 409),
  conversionUnavailable: spec('conversion-unavailable', 20060, 409, 'retryable'),
  conversionSame: spec('conversion-same-currency', 20061),
  conversionAmount: spec('conversion-amount', 20062),
  conversionExpired: spec('conversion-expired', 20063, 410),
  conversionUnknown: spec('conversion-unknown', 20064, 404),
  conversionFunds: spec('conversion-funds', 20065, 409),
} as const
