import type { RejectionSpec } from '@bolsillo/kernel'

const spec = <Name extends string>(
  name: Name,
  number: number,
  status: RejectionSpec['status'] = 422,
  retry: RejectionSpec['retry'] = 'final',
): RejectionSpec<Name> => ({ name, number, status, retry })

/**
 * Refusals of this room, 26000 to 26999, in the order they are checked. What the desk itself refuses (hours, ticks,
 * sizes, collar) is trading's, 16000.
 */
export const contractsRejections = {
  /** values: symbol. */
  contractUnknown: spec('contract-unknown', 26001, 404),
  contractUnlisted: spec('contract-unlisted', 26002, 409),
  /** There is no index or no mark at this moment: nothing is opened on a guess. */
  markUnknown: spec('mark-unknown', 26003, 409, 'retryable'),
  /** values: decimals. */
  decimalsTooMany: spec('contract-decimals-too-many', 26010),
  quantityZero: spec('contract-quantity-zero', 26011),
  limitPriceMissing: spec('contract-limit-price-missing', 26012),
  limitPriceUnexpected: spec('contract-limit-price-unexpected', 26013),
  limitPriceZero: spec('contract-limit-price-zero', 26014),
  timeInForceUnfit: spec('contract-time-in-force-unfit', 26015),
  postOnlyUnfit: spec('contract-post-only-unfit', 26016),
  /** Exits belong to what opens. */
  exitsUnfit: spec('contract-exits-unfit', 26017),
  /** values: min. */
  leverageBelowMin: spec('leverage-below-min', 26020),
  /** values: max. */
  leverageAboveMax: spec('leverage-above-max', 26021),
  /** values: max (leverage this size may have). */
  leverageAboveTier: spec('leverage-above-tier', 26022),
  /** A closing order takes the position's. */
  leverageUnexpected: spec('leverage-unexpected', 26023),
  suitabilityMissing: spec('suitability-missing', 26024, 403, 'retryable'),
  tradePasswordMissing: spec('contract-trade-password-missing', 26030, 403, 'retryable'),
  /** A position stands in another mode. values: mode. */
  modeDiffers: spec('margin-mode-differs', 26040, 409),
  /** The position stands on the other side: close it first. */
  oppositePosition: spec('opposite-position', 26041, 409),
  /** An order on the other side rests that would meet this one. */
  oppositeOrder: spec('opposite-order', 26042, 409),
  /** There is no such position of this customer. */
  positionUnknown: spec('contract-position-unknown', 26050, 404),
  positionClosed: spec('contract-position-closed', 26051, 409),
  /** It is being liquidated at this moment: nothing else is done to it. */
  beingLiquidated: spec('being-liquidated', 26052, 409, 'retryable'),
  /** values: open, free (not in other closing orders). */
  moreThanPosition: spec('more-than-position', 26053),
  /** values: available, needed, short. */
  marginShort: spec('contract-margin-short', 26054, 409),
  triggerZero: spec('trigger-price-zero', 26060),
  /** values: below, above. */
  triggerOffTick: spec('trigger-off-tick', 26061),
  /** values: price (what it is compared with). */
  takeProfitWrongSide: spec('contract-take-profit-on-wrong-side', 26062),
  stopLossWrongSide: spec('contract-stop-loss-on-wrong-side', 26063),
  /** There is none to take away. */
  triggerUnknown: spec('trigger-unknown', 26064, 404),
  amountZero: spec('margin-amount-zero', 26070),
  /** Cross margin is the whole account's: it is added to by a transfer. */
  crossHasNoOwn: spec('cross-has-no-own-margin', 26071, 409),
  /** values: available. */
  addedAboveAvailable: spec('margin-above-available', 26072, 409),
  /** values: removable. */
  removedAboveFree: spec('margin-removal-above-free', 26073, 409),
  nothingOpen: spec('nothing-open', 26080, 409),
  liquidationUnknown: spec('liquidation-unknown', 26090, 404),
  answersMissing: spec('suitability-answers-missing', 26100),
} as const
