import { rejectionSpec } from '@bolsillo/kernel'

/**
 * Refusals of this room, 26000 to 26999, in the order they are checked. What the desk itself refuses (hours, ticks,
 * sizes, collar) is trading's, 16000.
 */
export const contractsRejections = {
  /** values: symbol. */
  contractUnknown: rejectionSpec('contract-unknown', 26001, 404),
  /** No funding of the contract was paid at that instant. */
  fundingUnknown: rejectionSpec('funding-unknown', 26004, 404),
  contractUnlisted: rejectionSpec('contract-unlisted', 26002, 409),
  /** There is no index or no mark at this moment: nothing is opened on a guess. */
  markUnknown: rejectionSpec('mark-unknown', 26003, 409, 'retryable'),
  /** values: decimals. */
  decimalsTooMany: rejectionSpec('contract-decimals-too-many', 26010),
  quantityZero: rejectionSpec('contract-quantity-zero', 26011),
  limitPriceMissing: rejectionSpec('contract-limit-price-missing', 26012),
  limitPriceUnexpected: rejectionSpec('contract-limit-price-unexpected', 26013),
  limitPriceZero: rejectionSpec('contract-limit-price-zero', 26014),
  timeInForceUnfit: rejectionSpec('contract-time-in-force-unfit', 26015),
  postOnlyUnfit: rejectionSpec('contract-post-only-unfit', 26016),
  /** Exits belong to what opens. */
  exitsUnfit: rejectionSpec('contract-exits-unfit', 26017),
  /** values: min. */
  leverageBelowMin: rejectionSpec('leverage-below-min', 26020),
  /** values: max. */
  leverageAboveMax: rejectionSpec('leverage-above-max', 26021),
  /** values: max (leverage this size may have). */
  leverageAboveTier: rejectionSpec('leverage-above-tier', 26022),
  /** A closing order takes the position's. */
  leverageUnexpected: rejectionSpec('leverage-unexpected', 26023),
  suitabilityMissing: rejectionSpec('suitability-missing', 26024, 403, 'retryable'),
  /** What protects the account changed within a day. values: until, hours. */
  creditHeld: rejectionSpec('contract-credit-held', 26025, 409, 'retryable'),
  tradePasswordMissing: rejectionSpec('contract-trade-password-missing', 26030, 403, 'retryable'),
  /** There is a position in another mode. values: mode. */
  modeDiffers: rejectionSpec('margin-mode-differs', 26040, 409),
  /** The position is on the other side: close it first. */
  oppositePosition: rejectionSpec('opposite-position', 26041, 409),
  /** An order on the other side rests that would meet this one. */
  oppositeOrder: rejectionSpec('opposite-order', 26042, 409),
  /** Orders of the other mode rest in this contract. values: mode. */
  modeOfOrderDiffers: rejectionSpec('margin-mode-of-order-differs', 26043, 409),
  /** There is no such position of this customer. */
  positionUnknown: rejectionSpec('contract-position-unknown', 26050, 404),
  positionClosed: rejectionSpec('contract-position-closed', 26051, 409),
  /** It is being liquidated at this moment: nothing else is done to it. */
  beingLiquidated: rejectionSpec('being-liquidated', 26052, 409, 'retryable'),
  /** values: open, free (not in other closing orders). */
  moreThanPosition: rejectionSpec('more-than-position', 26053),
  /** values: available, needed, short. */
  marginShort: rejectionSpec('contract-margin-short', 26054, 409),
  /** It could fill where the account has nothing left: a liquidation deals with that. */
  beyondBankruptcy: rejectionSpec('close-beyond-bankruptcy', 26055, 409),
  triggerZero: rejectionSpec('trigger-price-zero', 26060),
  /** values: below, above. */
  triggerOffTick: rejectionSpec('trigger-off-tick', 26061),
  /** values: price (what it is compared with). */
  takeProfitWrongSide: rejectionSpec('contract-take-profit-on-wrong-side', 26062),
  stopLossWrongSide: rejectionSpec('contract-stop-loss-on-wrong-side', 26063),
  /** There is none to take away. */
  triggerUnknown: rejectionSpec('trigger-unknown', 26064, 404),
  amountZero: rejectionSpec('margin-amount-zero', 26070),
  /** Cross margin is the whole account's: it is added to by a transfer. */
  crossHasNoOwn: rejectionSpec('cross-has-no-own-margin', 26071, 409),
  /** values: available. */
  addedAboveAvailable: rejectionSpec('margin-above-available', 26072, 409),
  /** values: removable. */
  removedAboveFree: rejectionSpec('margin-removal-above-free', 26073, 409),
  nothingOpen: rejectionSpec('nothing-open', 26080, 409),
  liquidationUnknown: rejectionSpec('liquidation-unknown', 26090, 404),
  answersMissing: rejectionSpec('suitability-answers-missing', 26100),
} as const
