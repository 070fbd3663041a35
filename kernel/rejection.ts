/**
 * A refusal a customer can cause. Listed in a contract, in the order it is checked.
 * `number` is the envelope code, stable for ever; `status` says the class on HTTP (4xx: certainly no effect).
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

/** A refusal that happened: which one, which field of the request (if one), and the values its text needs. */
export interface Rejection<Name extends string = string> {
  readonly kind: 'rejection'
  readonly spec: RejectionSpec<Name>
  readonly field?: string
  readonly values?: Readonly<Record<string, string>>
}

/** Refuses. `values` fill the placeholders of the rejection's text. */
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
