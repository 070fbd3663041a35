import { timingSafeEqual } from 'node:crypto'

/** Compares in a time that does not depend on where the first difference is. */
export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}
