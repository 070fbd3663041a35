import type { RejectionSpec } from '@bolsillo/kernel'

const spec = <Name extends string>(
  name: Name,
  number: number,
  status: RejectionSpec['status'] = 422,
  retry: RejectionSpec['retry'] = 'final',
): RejectionSpec<Name> => ({ name, number, status, retry })

/**
 * Refusals of the desk, in the order they are checked. An order refused here leaves no trace; what the venue refuses
 * later (no liquidity, fill-or-kill, post-only) is an end of the order with a reason.
 */
export const tradingRejections = {
  /** The specification's "stock not listed: no trading". */
  notListed: spec('not-listed', 16001, 409),
  /** values: opensAt (epoch ms, may be empty). */
  marketClosed: spec('market-closed', 16002, 409, 'retryable'),
  halted: spec('instrument-halted', 16003, 409, 'retryable'),
  /** Type, time in force, size and exits do not go together. */
  kindUnfit: spec('order-kind-unfit', 16004, 422),
  amountZero: spec('amount-zero', 16005, 422),
  quantityZero: spec('quantity-zero', 16006, 422),
  priceZero: spec('price-zero', 16007, 422),
  /** values: tick, below, above. */
  offTick: spec('price-off-tick', 16008, 422),
  /** values: lot, below, above. */
  offLot: spec('quantity-off-lot', 16009, 422),
  /** values: min. */
  quantityBelowMin: spec('quantity-below-min', 16010, 422),
  /** values: max. */
  quantityAboveMax: spec('quantity-above-max', 16011, 422),
  /** values: min, currency. */
  amountBelowMin: spec('amount-below-min', 16012, 422),
  /** values: max, currency. */
  amountAboveMax: spec('amount-above-max', 16013, 422),
  /** There is no price to lay the collar around, or it is too old. */
  priceUnknown: spec('price-unknown', 16014, 409, 'retryable'),
  /** values: last. */
  stopWrongSide: spec('stop-on-wrong-side', 16015, 422),
  /** values: price. */
  takeProfitWrongSide: spec('take-profit-on-wrong-side', 16016, 422),
  /** values: price. */
  stopLossWrongSide: spec('stop-loss-on-wrong-side', 16017, 422),
  /** values: low, high, currency. */
  outsideCollar: spec('price-outside-collar', 16018, 422, 'retryable'),
  /** values: max. */
  tooManyOpen: spec('too-many-open-orders', 16019, 409, 'retryable'),
  /** The specification's "available quantity 0". */
  nothingAvailable: spec('nothing-available', 16020, 409),
  /** values: sellableAt (epoch ms of the first unlock that would do), available, locked. */
  sharesLocked: spec('shares-locked', 16021, 409, 'retryable'),
  /** values: available. */
  insufficientShares: spec('insufficient-shares', 16022, 409, 'retryable'),
  /** values: available, needed, short, currency. */
  insufficientFunds: spec('insufficient-funds', 16023, 409, 'retryable'),
  /** Cancelling: there is no such order of this customer. */
  orderUnknown: spec('no-such-order', 16030, 404),
  /** Cancelling: it has ended already. values: state. */
  orderEnded: spec('order-ended', 16031, 409),
  /** Another price: it waits for its shares to unlock, or has none. */
  orderNotMovable: spec('order-not-movable', 16032, 409),
} as const

/**
 * What a form of an order is refused with before the desk is asked: of shares and of coins alike. The numbers are those
 * the forms of shares had when they were the only ones.
 */
export const formRejections = {
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
  tradePasswordMissing: spec('trade-password-missing', 20040, 403, 'retryable'),
} as const
