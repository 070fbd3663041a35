/** Thrown for bugs only: an invariant the code itself must keep was broken. Never caused by a customer. */
export class AssertionError extends Error {
  override name = 'AssertionError'
}

/**
 * States an invariant. Always on, in production too: a wrong balance is worse than a stopped request.
 * @throws AssertionError when `condition` is false.
 */
export function assert(condition: boolean, statement: string): asserts condition {
  if (!condition) throw new AssertionError(statement)
}

/** Closes an exhaustive switch: a new variant is a compile error here, and a bug at run time. */
export function assertNever(value: never, what = 'variant'): never {
  throw new AssertionError(`unexpected ${what}: ${JSON.stringify(value)}`)
}

/** The value, asserted to be present. Use only where absence is a bug. */
export function present<T>(value: T | null | undefined, what: string): T {
  assert(value !== null && value !== undefined, `${what} is missing`)
  return value
}
