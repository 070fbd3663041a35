import { rejectionSpec } from '@bolsillo/kernel'

/** Refusals of this room: 21000 to 21999. */
export const depositRejections = {
  channelPasswordMissing: rejectionSpec('channel-password-missing', 21003, 403, 'retryable'),
  channelPasswordWait: rejectionSpec('channel-password-wait', 21019, 429, 'retryable'),
  /** The specification's "The channel password entered is incorrect". */
  channelPasswordWrong: rejectionSpec('channel-password-wrong', 21004, 403, 'retryable'),
  amountZero: rejectionSpec('deposit-amount-zero', 21005),
  amountDecimals: rejectionSpec('deposit-amount-decimals', 21006),
  dayLimit: rejectionSpec('deposit-day-limit', 21009, 409, 'retryable'),
  tooManyOpen: rejectionSpec('deposits-too-many-open', 21010, 409, 'retryable'),
  depositUnknown: rejectionSpec('deposit-unknown', 21011, 404),
  /** What was asked for is not possible in the state the deposit is in. */
  stateUnfit: rejectionSpec('deposit-state-unfit', 21014, 409),
  coinUnknown: rejectionSpec('coin-unknown', 21015, 404),
  networkUnfit: rejectionSpec('network-unfit', 21016),
  transactionMalformed: rejectionSpec('transaction-malformed', 21017),
  notCredited: rejectionSpec('deposit-not-credited', 21018, 409, 'retryable'),
  // Of staff.
  caseUnknown: rejectionSpec('case-unknown', 21030, 404),
  customerUnknown: rejectionSpec('match-customer-unknown', 21031, 404),
  customerUnverified: rejectionSpec('match-customer-unverified', 21032, 409, 'retryable'),
  trackingKeyUsed: rejectionSpec('tracking-key-used', 21033, 409),
  claimAmount: rejectionSpec('claim-amount', 21034),
  claimFunds: rejectionSpec('claim-funds', 21035, 409, 'retryable'),
  returnImpossible: rejectionSpec('return-impossible', 21036, 409),
  /** Nobody says who paid: neither the bank nor who proposes. */
  payerMissing: rejectionSpec('payer-missing', 21052),
  /** The line is of another currency than the deposit. */
  lineCurrency: rejectionSpec('line-currency', 21053, 409),
  /** No imported statement has the line this money came with. */
  lineMissing: rejectionSpec('line-missing', 21054, 409, 'retryable'),
  /** What was read from the proof is another amount than the line's. */
  lineAmount: rejectionSpec('line-amount-differs', 21055, 409),
  /** Who decides about a proof has not opened it. */
  proofUnopened: rejectionSpec('proof-unopened', 21056, 409, 'retryable'),
  payerAccountMalformed: rejectionSpec('payer-account-malformed', 21041),
  amountTooLarge: rejectionSpec('deposit-amount-too-large', 21042),
  // Of staff, about held money whose origin cannot be paid.
  originPayable: rejectionSpec('return-origin-payable', 21043, 409),
  payerUnnamed: rejectionSpec('return-payer-unnamed', 21044, 409),
  holderOther: rejectionSpec('return-holder-other', 21045),
  holderStaff: rejectionSpec('return-holder-staff', 21046, 403),
  accountUnfit: rejectionSpec('return-account-unfit', 21047),
  accountOfOther: rejectionSpec('return-account-of-other', 21048, 409),
  elsewherePlanned: rejectionSpec('return-already-planned', 21049, 409),
  elsewhereNotPlanned: rejectionSpec('return-not-planned', 21050, 409),
  unclaimedEarly: rejectionSpec('unclaimed-too-early', 21051, 409, 'retryable'),
} as const
