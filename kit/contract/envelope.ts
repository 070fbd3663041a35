import { type DecimalReading, type Rejection, reject, rejectionSpec } from '@bolsillo/kernel'

/** Every answer's body. `code` 0 is success; every other code is a rejection's number. */
export interface Envelope<Data> {
  readonly code: number
  /** Plain words in the customer's language. */
  readonly msg: string
  readonly data?: Data
  /** True in the practice market: nothing in this answer has real value. */
  readonly simulated: boolean
}

/** The `data` of a rejection: its stable name, the field it is about, and the values its text used. */
export interface RejectionData {
  readonly rejection: string
  readonly field?: string
  readonly values?: Readonly<Record<string, string>>
}

/** Headers of the wire, lower case. */
export const headerNames = {
  token: 'accesstoken',
  language: 'accept-language',
  requestedWith: 'x-requested-with',
  idempotencyKey: 'idempotency-key',
  simulated: 'x-bolsillo-simulated',
  /** The server's time, epoch milliseconds: countdowns use it instead of the device's clock. */
  time: 'x-bolsillo-time',
} as const

export const customerPrefix = '/ipcf-api'
export const operatorPrefix = '/console-api'

/** How long an idempotency key is. */
export const idempotencyKeyLength = { min: 8, max: 64 } as const
/** The shape of an idempotency key: printable characters that a header can carry. */
export const idempotencyKeyShape = new RegExp(
  `^[A-Za-z0-9_-]{${idempotencyKeyLength.min},${idempotencyKeyLength.max}}$`,
)

/**
 * Rejections that any call may return before its use case runs. Numbers 10000–10099, except the two the specification
 * fixes. Ranges of the rooms: identity 11000, kyc 12000, settings 13000, ledger 14000, market 15000, trading 16000,
 * payments 17000, offerings 18000, files 19000, approvals 19200, proof 19400, audit 19500; products from 20000 in
 * steps of 1000: stocks 20000, deposits 21000, withdrawals 22000, exchange 23000, statements 24000, spot 25000,
 * contracts 26000, …
 */
export const coreRejections = {
  sessionInvalid: rejectionSpec('session-invalid', -1000, 401),
  /** A message shown for one second, as the specification has it: what was asked for is switched off or not built yet. */
  notOpen: rejectionSpec('not-open', -1001, 409, 'retryable'),
  bodyMalformed: rejectionSpec('body-malformed', 10001, 400),
  fieldUnknown: rejectionSpec('field-unknown', 10002, 400),
  fieldTwice: rejectionSpec('field-twice', 10003, 400),
  fieldMissing: rejectionSpec('field-missing', 10004, 400),
  fieldInvalid: rejectionSpec('field-invalid', 10005, 400),
  contentUnsupported: rejectionSpec('content-unsupported', 10006, 415),
  bodyTooLarge: rejectionSpec('body-too-large', 10007, 413),
  /** Of a call that takes a file. */
  fileTooLarge: rejectionSpec('file-too-large', 10008, 413),
  /** The head of a request, its address and headers, is larger than any of ours. */
  headTooLarge: rejectionSpec('head-too-large', 10009, 431),
  keyMalformed: rejectionSpec('idempotency-key-malformed', 10010, 400),
  keyReused: rejectionSpec('idempotency-key-reused', 10011, 422),
  keyInFlight: rejectionSpec('idempotency-key-in-flight', 10012, 409, 'retryable'),
  headerMissing: rejectionSpec('requested-with-missing', 10013, 403),
  /** The request was not complete in time (slow senders). */
  tooSlow: rejectionSpec('request-too-slow', 10014, 408, 'retryable'),
  /** The Host header names none of the server's names. */
  hostUnknown: rejectionSpec('host-unknown', 10015, 421),
  /** One network has more connections open than it may. */
  connectionsTooMany: rejectionSpec('too-many-connections', 10016, 429, 'retryable'),
  tooMany: rejectionSpec('too-many-requests', 10020, 429, 'retryable'),
  overloaded: rejectionSpec('overloaded', 10021, 503, 'retryable'),
  /** The database is down: nothing was started. */
  unavailable: rejectionSpec('unavailable', 10022, 503, 'retryable'),
  notFound: rejectionSpec('not-found', 10030, 404),
  accountRestricted: rejectionSpec('account-restricted', 10040, 403),
  identityNeeded: rejectionSpec('identity-needed', 10041, 403, 'retryable'),
  tradePasswordNeeded: rejectionSpec('trade-password-needed', 10042, 403, 'retryable'),
  withdrawalPasswordNeeded: rejectionSpec('withdrawal-password-needed', 10043, 403, 'retryable'),
  vipNeeded: rejectionSpec('vip-needed', 10044, 403, 'retryable'),
  secondFactorNeeded: rejectionSpec('second-factor-needed', 10046, 403, 'retryable'),
  /** None of the operator's roles may make this call. */
  roleNeeded: rejectionSpec('role-needed', 10047, 403),
  /** The call exists only in the practice market; elsewhere it answers exactly like an unknown path. */
  practiceOnly: rejectionSpec('practice-only', 10045, 404),
} as const

/** The code of an answer whose outcome is unknown (5xx): the caller retries with the same key to learn it. */
export const outcomeUnknownCode = 10999

/**
 * Rejects a decimal that could not be read: by the call's own rule, or, where no integer of 64 bits holds it, with
 * the field's name and its maximum. Every call that reads a decimal uses this.
 */
export function refuseDecimal(
  field: string,
  reading: Exclude<DecimalReading, { kind: 'value' }>,
  otherwise: Rejection,
): Rejection {
  if (reading.kind !== 'too-large') return otherwise
  const { maximum } = reading
  return reject(coreRejections.fieldInvalid, { field, values: { field, problem: 'too-large', maximum } })
}

/** Rejects a well-formed value that names nothing there is: a filter by it would show an empty list as if nothing happened. */
export function refuseUnknown(field: string): Rejection {
  return reject(coreRejections.fieldInvalid, { field, values: { field, problem: 'unknown' } })
}
