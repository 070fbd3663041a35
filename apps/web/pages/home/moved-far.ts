import { readDecimal } from '@bolsillo/kernel'

const moneyScale = 2
/** One part of this many is far: half a percent. */
const partsOfFar = 200n

/**
 * Whether what I own is so far from what its line ends at that the change beside it would contradict it: the line is then
 * read again at once, not when its time comes. Little moves wait: they are below what the change shows.
 */
export function movedFar(owned: string | undefined, lineEndsAt: string | undefined): boolean {
  if (owned === undefined || lineEndsAt === undefined) return false
  const [now, then] = [readDecimal(owned, moneyScale), readDecimal(lineEndsAt, moneyScale)]
  if (now.kind !== 'value' || then.kind !== 'value') return false
  const apart = now.units > then.units ? now.units - then.units : then.units - now.units
  return apart * partsOfFar > then.units
}
