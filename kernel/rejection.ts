/**
 * A rejection a client can cause, listed in a contract in the order it is checked. `number` is the envelope's code
 * and never changes; `status` is its HTTP status (4xx: certainly no effect).
 */
export interface RejectionSpec<Name extends string = string> {
  readonly name: Name
  readonly number: number
  readonly status: 400 | 401 | 403 | 404 | 408 | 409 | 410 | 413 | 415 | 421 | 422 | 423 | 429 | 431 | 503
  /** `retryable`: the same request may succeed later. `final`: the same request never will. */
  readonly retry: 'retryable' | 'final'
}

/**
 * Describes a rejection. By default it concerns the content of the request (422), and the same request is rejected
 * again.
 */
export function rejectionSpec<Name extends string>(
  name: Name,
  number: number,
  status: RejectionSpec['status'] = 422,
  retry: RejectionSpec['retry'] = 'final',
): RejectionSpec<Name> {
  return { name, number, status, retry }
}

/** A rejection with the field of the request it concerns (if any) and the values of its text. */
export interface Rejection<Name extends string = string> {
  readonly kind: 'rejection'
  readonly spec: RejectionSpec<Name>
  readonly field?: string
  readonly values?: Readonly<Record<string, string>>
}

/** Makes a rejection. `values` fill the placeholders of its text. */
export function reject<Name extends string>(
  spec: RejectionSpec<Name>,
  details: { readonly field?: string; readonly values?: Readonly<Record<string, string>> } = {},
): Rejection<Name> {
  return { kind: 'rejection', spec, ...details }
}

/** Whether a use case's answer is a refusal. */
export function isRejection(value: unknown): value is Rejection {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'rejection'
}
