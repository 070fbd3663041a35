import type { RejectionSpec } from '@bolsillo/kernel'

const spec = <Name extends string>(
  name: Name,
  number: number,
  status: RejectionSpec['status'] = 422,
  retry: RejectionSpec['retry'] = 'final',
): RejectionSpec<Name> => ({ name, number, status, retry })

/** Refusals of this room, 20000 to 20999. What the desk itself refuses (funds, locks, collar, ticks…) is trading's, 16000. */
export const stocksRejections = {
  instrumentUnknown: spec('instrument-unknown', 20001, 404),
  instrumentUnlisted: spec('instrument-unlisted', 20002, 409),
  notTradable: spec('not-tradable', 20003),
  quantityAndAmount: spec('quantity-and-amount', 20010),
  sizeMissing: spec('size-missing', 20011),
  amountZero: spec('order-amount-zero', 20012),
  quantityZero: spec('order-quantity-zero', 20013),
  limitPriceMissing: spec('limit-price-missing', 20014),
  limitPriceZero: spec('limit-price-zero', 20015),
  limitPriceUnexpected: spec('limit-price-unexpected', 20016),
  stopPriceMissing: spec('stop-price-missing', 20017),
  stopPriceZero: spec('stop-price-zero', 20018),
  stopPriceUnexpected: spec('stop-price-unexpected', 20019),
  decimalsTooMany: spec('decimals-too-many', 20020),
  timeInForceUnfit: spec('time-in-force-unfit', 20021),
  amountUnfit: spec('amount-unfit', 20022),
  exitsUnfit: spec('exits-unfit', 20023),
  notFractional: spec('not-fractional', 20024),
  nothingToSell: spec('nothing-to-sell', 20025, 409),
  tradePasswordMissing: spec('trade-password-missing', 20040, 403, 'retryable'),
  positionUnknown: spec('position-unknown', 20042, 404),
  watchlistFull: spec('watchlist-full', 20050, 409),
  conversionUnavailable: spec('conversion-unavailable', 20060, 409, 'retryable'),
  conversionSame: spec('conversion-same-currency', 20061),
  conversionAmount: spec('conversion-amount', 20062),
  conversionExpired: spec('conversion-expired', 20063, 410),
  conversionUnknown: spec('conversion-unknown', 20064, 404),
  conversionFunds: spec('conversion-funds', 20065, 409),
} as const
