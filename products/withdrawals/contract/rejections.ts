import { rejectionSpec } from '@bolsillo/kernel'

/** Refusals of this room, 22000 to 22999. Numbers never change. */
export const withdrawalsRejections = {
  // Destinations.
  holderMalformed: rejectionSpec('holder-malformed', 22001),
  clabeMalformed: rejectionSpec('clabe-malformed', 22002),
  clabeCheckDigit: rejectionSpec('clabe-check-digit', 22003),
  pixKeyMalformed: rejectionSpec('pix-key-malformed', 22004),
  pixPhonePrefix: rejectionSpec('pix-phone-prefix', 22005),
  taxNumberMalformed: rejectionSpec('tax-number-malformed', 22006),
  rfcMalformed: rejectionSpec('destination-rfc-malformed', 22020),
  bankMissing: rejectionSpec('bank-missing', 22007),
  accountMalformed: rejectionSpec('bank-account-malformed', 22008),
  addressMalformed: rejectionSpec('wallet-address-malformed', 22009),
  addressChecksum: rejectionSpec('wallet-address-checksum', 22010),
  addressOtherNetwork: rejectionSpec('wallet-address-other-network', 22011),
  addressBurn: rejectionSpec('wallet-address-burn', 22012),
  addressOurs: rejectionSpec('destination-ours', 22013),
  destinationRefused: rejectionSpec('destination-refused-by-rail', 22019),
  holderOther: rejectionSpec('holder-other', 22014),
  destinationKnown: rejectionSpec('destination-known', 22015, 409),
  destinationsFull: rejectionSpec('destinations-full', 22016, 409, 'retryable'),
  destinationUnknown: rejectionSpec('destination-unknown', 22017, 404),
  /** The wait of a destination is over: nothing is left to pass. */
  waitOver: rejectionSpec('destination-wait-over', 22021, 409),
  destinationInUse: rejectionSpec('destination-in-use', 22018, 409, 'retryable'),
  // Withdrawals.
  assetUnfit: rejectionSpec('withdrawal-asset-unfit', 22031),
  amountMalformed: rejectionSpec('withdrawal-amount-decimals', 22032),
  amountZero: rejectionSpec('withdrawal-amount-zero', 22033),
  chargesChanged: rejectionSpec('withdrawal-charges-changed', 22035, 409, 'retryable'),
  destinationWaits: rejectionSpec('destination-waits', 22036, 409, 'retryable'),
  coolDown: rejectionSpec('withdrawal-cool-down', 22038, 409, 'retryable'),
  legalHold: rejectionSpec('withdrawal-legal-hold', 22039, 409, 'retryable'),
  overDayLimit: rejectionSpec('withdrawal-over-day-limit', 22040, 409, 'retryable'),
  overMonthLimit: rejectionSpec('withdrawal-over-month-limit', 22041, 409, 'retryable'),
  tooManyOpen: rejectionSpec('withdrawals-too-many-open', 22042, 409, 'retryable'),
  insufficient: rejectionSpec('withdrawal-insufficient', 22043, 409, 'retryable'),
  withdrawalUnknown: rejectionSpec('withdrawal-unknown', 22044, 404),
  notCancellable: rejectionSpec('withdrawal-not-cancellable', 22045, 409),
  originUnknown: rejectionSpec('withdrawal-origin-unknown', 22046, 404),
  overOrigin: rejectionSpec('withdrawal-over-origin', 22047, 409, 'retryable'),
  // Staff.
  notReviewable: rejectionSpec('withdrawal-not-reviewable', 22060, 409),
  isHeld: rejectionSpec('withdrawal-is-held', 22061, 409, 'retryable'),
  seenOther: rejectionSpec('withdrawal-seen-other', 22062, 409),
  holdTooLong: rejectionSpec('withdrawal-hold-too-long', 22063),
  holdOpen: rejectionSpec('withdrawal-hold-open', 22064, 409),
  holdUnknown: rejectionSpec('withdrawal-hold-unknown', 22065, 404),
  /** All that hold the asset for us hold too little beside what is already on its way out, or no rail pays it now. */
  notPayable: rejectionSpec('withdrawal-not-payable', 22068, 409, 'retryable'),
  /** It goes back where it came from: staff neither refuse nor hold it. */
  goesBack: rejectionSpec('withdrawal-goes-back', 22069, 409),
  /** One person refused this customer before: again takes two. */
  refusedBefore: rejectionSpec('withdrawal-refused-before', 22070, 409),
  documentMissing: rejectionSpec('legal-hold-document-missing', 22071),
  documentUsed: rejectionSpec('legal-hold-document-used', 22072, 409),
  customerUnknown: rejectionSpec('withdrawal-customer-unknown', 22067, 404),
} as const
