import type { RejectionSpec } from '@bolsillo/kernel'

const spec = <Name extends string>(
  name: Name,
  number: number,
  status: RejectionSpec['status'] = 422,
  retry: RejectionSpec['retry'] = 'final',
): RejectionSpec<Name> => ({ name, number, status, retry })

/**
 * Refusals of orders in this room, 27000 to 27099; those of its market stand beside their calls, from 27100 on. What the
 * desk itself refuses (funds, ticks, collar…) is trading's, 16000.
 */
export const spotRejections = {
  /** values: symbol. */
  coinUnknown: spec('coin-unknown', 27001, 404),
  coinUnlisted: spec('coin-unlisted', 27002, 409),
  quantityAndAmount: spec('quantity-and-amount', 27010),
  sizeMissing: spec('size-missing', 27011),
  amountZero: spec('order-amount-zero', 27012),
  quantityZero: spec('order-quantity-zero', 27013),
  limitPriceMissing: spec('limit-price-missing', 27014),
  limitPriceZero: spec('limit-price-zero', 27015),
  limitPriceUnexpected: spec('limit-price-unexpected', 27016),
  stopPriceMissing: spec('stop-price-missing', 27017),
  stopPriceZero: spec('stop-price-zero', 27018),
  stopPriceUnexpected: spec('stop-price-unexpected', 27019),
  /** values: decimals. */
  decimalsTooMany: spec('decimals-too-many', 27020),
  /** values: allowed. */
  timeInForceUnfit: spec('time-in-force-unfit', 27021),
  amountUnfit: spec('amount-unfit', 27022),
  exitsUnfit: spec('exits-unfit', 27023),
  /** Parts of a lot where none are traded. */
  notFractional: spec('not-fractional', 27024),
  /** values: coin. */
  nothingToSell: spec('no-coins-to-sell', 27025, 409),
  tradePasswordMissing: spec('trade-password-missing', 27040, 403, 'retryable'),
} as const
