import type { RejectionSpec } from '@bolsillo/kernel'

const spec = <Name extends string>(
  name: Name,
  number: number,
  status: RejectionSpec['status'] = 422,
  retry: RejectionSpec['retry'] = 'final',
): RejectionSpec<Name> => ({ name, number, status, retry })

/** Refusals of this room: 21000 to 21999. */
export const depositRejections = {
  channelPasswordMissing: spec('channel-password-missing', 21003, 403, 'retryable'),
  channelPasswordWait: spec('channel-password-wait', 21019, 429, 'retryable'),
  /** The specification's "The channel password entered is incorrect". */
  channelPasswordWrong: spec('channel-password-wrong', 21004, 403, 'retryable'),
  amountZero: spec('deposit-amount-zero', 21005),
  amountDecimals: spec('deposit-amount-decimals', 21006),
  dayLimit: spec('deposit-day-limit', 21009, 409, 'retryable'),
  tooManyOpen: spec('deposits-too-many-open', 21010, 409, 'retryable'),
  depositUnknown: spec('deposit-unknown', 21011, 404),
  /** What was asked for is not possible in the state the deposit is in. */
  stateUnfit: spec('deposit-state-unfit', 21014, 409),
  coinUnknown: spec('coin-unknown', 21015, 404),
  networkUnfit: spec('network-unfit', 21016),
  transactionMalformed: spec('transaction-malformed', 21017),
  notCredited: spec('deposit-not-credited', 21018, 409, 'retryable'),
  // Of staff.
  caseUnknown: spec('case-unknown', 21030, 404),
  customerUnknown: spec('match-customer-unknown', 21031, 404),
  customerUnverified: spec('match-customer-unverified', 21032, 409, 'retryable'),
  trackingKeyUsed: spec('tracking-key-used', 21033, 409),
  claimAmount: spec('claim-amount', 21034),
  claimFunds: spec('claim-funds', 21035, 409, 'retryable'),
  returnImpossible: spec('return-impossible', 21036, 409),
} as const
