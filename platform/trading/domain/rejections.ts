import { rejectionSpec } from '@bolsillo/kernel'

/**
 * Refusals of the desk, in the order they are checked. An order refused here leaves no trace; what the venue refuses
 * later (no liquidity, fill-or-kill, post-only) is an end of the order with a reason.
 */
export const tradingRejections = {
  /** The specification's "stock not listed: no trading". */
  notListed: rejectionSpec('not-listed', 16001, 409),
  /** values: opensAt (epoch ms, may be empty). */
  marketClosed: rejectionSpec('market-closed', 16002, 409, 'retryable'),
  /** Before the opening only orders that can wait for it are taken. values: opensAt (epoch ms). */
  notOpenYet: rejectionSpec('market-not-open-yet', 16025, 409, 'retryable'),
  halted: rejectionSpec('instrument-halted', 16003, 409, 'retryable'),
  /** Type, time in force, size and exits do not go together. */
  kindUnfit: rejectionSpec('order-kind-unfit', 16004, 422),
  amountZero: rejectionSpec('amount-zero', 16005, 422),
  quantityZero: rejectionSpec('quantity-zero', 16006, 422),
  priceZero: rejectionSpec('price-zero', 16007, 422),
  /** values: tick, below, above. */
  offTick: rejectionSpec('price-off-tick', 16008, 422),
  /** values: lot, below, above. */
  offLot: rejectionSpec('quantity-off-lot', 16009, 422),
  /** values: min. */
  quantityBelowMin: rejectionSpec('quantity-below-min', 16010, 422),
  /** values: max. */
  quantityAboveMax: rejectionSpec('quantity-above-max', 16011, 422),
  /** values: min, currency. */
  amountBelowMin: rejectionSpec('amount-below-min', 16012, 422),
  /** values: max, currency. */
  amountAboveMax: rejectionSpec('amount-above-max', 16013, 422),
  /** There is no price to lay the collar around, or it is too old. */
  priceUnknown: rejectionSpec('price-unknown', 16014, 409, 'retryable'),
  /** values: last. */
  stopWrongSide: rejectionSpec('stop-on-wrong-side', 16015, 422),
  /** values: price. */
  takeProfitWrongSide: rejectionSpec('take-profit-on-wrong-side', 16016, 422),
  /** values: price. */
  stopLossWrongSide: rejectionSpec('stop-loss-on-wrong-side', 16017, 422),
  /** values: low, high, currency. */
  outsideCollar: rejectionSpec('price-outside-collar', 16018, 422, 'retryable'),
  /** values: max. */
  tooManyOpen: rejectionSpec('too-many-open-orders', 16019, 409, 'retryable'),
  /** The specification's "available quantity 0". */
  nothingAvailable: rejectionSpec('nothing-available', 16020, 409),
  /** values: sellableAt (epoch ms of the first unlock that would do), available, locked. */
  sharesLocked: rejectionSpec('shares-locked', 16021, 409, 'retryable'),
  /** values: available. */
  insufficientShares: rejectionSpec('insufficient-shares', 16022, 409, 'retryable'),
  /** values: available, needed, short, currency. */
  insufficientFunds: rejectionSpec('insufficient-funds', 16023, 409, 'retryable'),
  /** All who hold an asset or cash for us hold too little for it to be booked: nothing the customer can mend. */
  custodyShort: rejectionSpec('custody-short', 16024, 409, 'retryable'),
  /** Cancelling: there is no such order of this customer. */
  orderUnknown: rejectionSpec('no-such-order', 16030, 404),
  /** Cancelling: it has ended already. values: state. */
  orderEnded: rejectionSpec('order-ended', 16031, 409),
  /** Another price: it waits for its shares to unlock, or has none. */
  orderNotMovable: rejectionSpec('order-not-movable', 16032, 409),
} as const

/** What a customer's own limits refuse: opening, never closing or cancelling. Times by the clock of the limit. */
export const ownLimitRejections = {
  /** values: until. */
  paused: rejectionSpec('own-pause', 16040, 409, 'retryable'),
  pausedForEver: rejectionSpec('own-pause-for-ever', 16041, 409),
  /** values: limit, lost (pesos), until. */
  lossDay: rejectionSpec('own-loss-limit-day', 16042, 409, 'retryable'),
  lossWeek: rejectionSpec('own-loss-limit-week', 16043, 409, 'retryable'),
  lossMonth: rejectionSpec('own-loss-limit-month', 16044, 409, 'retryable'),
  /** Something of the loss has no price at this moment. */
  lossUnknown: rejectionSpec('own-loss-unknown', 16045, 409, 'retryable'),
} as const

/**
 * What a form of an order is refused with before the desk is asked: of shares and of coins alike. The numbers are those
 * the forms of shares had when they were the only ones.
 */
export const formRejections = {
  quantityAndAmount: rejectionSpec('quantity-and-amount', 20010),
  sizeMissing: rejectionSpec('size-missing', 20011),
  amountZero: rejectionSpec('order-amount-zero', 20012),
  quantityZero: rejectionSpec('order-quantity-zero', 20013),
  limitPriceMissing: rejectionSpec('limit-price-missing', 20014),
  limitPriceZero: rejectionSpec('limit-price-zero', 20015),
  limitPriceUnexpected: rejectionSpec('limit-price-unexpected', 20016),
  stopPriceMissing: rejectionSpec('stop-price-missing', 20017),
  stopPriceZero: rejectionSpec('stop-price-zero', 20018),
  stopPriceUnexpected: rejectionSpec('stop-price-unexpected', 20019),
  decimalsTooMany: rejectionSpec('decimals-too-many', 20020),
  timeInForceUnfit: rejectionSpec('time-in-force-unfit', 20021),
  amountUnfit: rejectionSpec('amount-unfit', 20022),
  exitsUnfit: rejectionSpec('exits-unfit', 20023),
  notFractional: rejectionSpec('not-fractional', 20024),
  /** Said by forms alone, of the limit of a pair that would fill at once. values: last. */
  pairLimitTooLow: rejectionSpec('pair-limit-below-market', 20025),
  pairLimitTooHigh: rejectionSpec('pair-limit-above-market', 20026),
  tradePasswordMissing: rejectionSpec('trade-password-missing', 20040, 403, 'retryable'),
} as const
