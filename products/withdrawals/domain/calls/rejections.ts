import type { RejectionSpec } from '@bolsillo/kernel'

const spec = <Name extends string>(
  name: Name,
  number: number,
  status: RejectionSpec['status'] = 422,
  retry: RejectionSpec['retry'] = 'final',
): RejectionSpec<Name> => ({ name, number, status, retry })

/** Refusals of this room, 22000 to 22999. Numbers never change. */
export const withdrawalsRejections = {
  // Destinations.
  holderMalformed: spec('holder-malformed', 22001),
  clabeMalformed: spec('clabe-malformed', 22002),
  clabeCheckDigit: spec('clabe-check-digit', 22003),
  pixKeyMalformed: spec('pix-key-malformed', 22004),
  pixPhonePrefix: spec('pix-phone-prefix', 22005),
  taxNumberMalformed: spec('tax-number-malformed', 22006),
  bankMissing: spec('bank-missing', 22007),
  accountMalformed: spec('bank-account-malformed', 22008),
  addressMalformed: spec('wallet-address-malformed', 22009),
  addressChecksum: spec('wallet-address-checksum', 22010),
  addressOtherNetwork: spec('wallet-address-other-network', 22011),
  addressBurn: spec('wallet-address-burn', 22012),
  addressOurs: spec('destination-ours', 22013),
  destinationRefused: spec('destination-refused-by-rail', 22019),
  holderOther: spec('holder-other', 22014),
  destinationKnown: spec('destination-known', 22015, 409),
  destinationsFull: spec('destinations-full', 22016, 409, 'retryable'),
  destinationUnknown: spec('destination-unknown', 22017, 404),
  destinationInUse: spec('destination-in-use', 22018, 409, 'retryable'),
  // Withdrawals.
  assetUnfit: spec('withdrawal-asset-unfit', 22031),
  amountMalformed: spec('withdrawal-amount-decimals', 22032),
  amountZero: spec('withdrawal-amount-zero', 22033),
  chargesChanged: spec('withdrawal-charges-changed', 22035, 409, 'retryable'),
  destinationWaits: spec('destination-waits', 22036, 409, 'retryable'),
  coolDown: spec('withdrawal-cool-down', 22038, 409, 'retryable'),
  legalHold: spec('withdrawal-legal-hold', 22039, 409, 'retryable'),
  overDayLimit: spec('withdrawal-over-day-limit', 22040, 409, 'retryable'),
  overMonthLimit: spec('withdrawal-over-month-limit', 22041, 409, 'retryable'),
  tooManyOpen: spec('withdrawals-too-many-open', 22042, 409, 'retryable'),
  insufficient: spec('withdrawal-insufficient', 22043, 409, 'retryable'),
  withdrawalUnknown: spec('withdrawal-unknown', 22044, 404),
  notCancellable: spec('withdrawal-not-cancellable', 22045, 409),
  originUnknown: spec('withdrawal-origin-unknown', 22046, 404),
  overOrigin: spec('withdrawal-over-origin', 22047, 409, 'retryable'),
  // Staff.
  notReviewable: spec('withdrawal-not-reviewable', 22060, 409),
  isHeld: spec('withdrawal-is-held', 22061, 409, 'retryable'),
  seenOther: spec('withdrawal-seen-other', 22062, 409),
  holdTooLong: spec('withdrawal-hold-too-long', 22063),
  holdOpen: spec('withdrawal-hold-open', 22064, 409),
  holdUnknown: spec('withdrawal-hold-unknown', 22065, 404),
  customerUnknown: spec('withdrawal-customer-unknown', 22067, 404),
} as const
