import { readDecimal } from '@bolsillo/kernel'

const moneyScale = 2
/** A change of 1/200 counts as far. */
const partsOfFar = 200n

/**
 * Whether the total differs so much from the end of its line that the two would contradict each other: then the line
 * is refetched at once. Smaller differences wait for the next refresh.
 */
export function movedFar(owned: string | undefined, lineEndsAt: string | undefined): boolean {
  if (owned === undefined || lineEndsAt === undefined) return false
  const [now, then] = [readDecimal(owned, moneyScale), readDecimal(lineEndsAt, moneyScale)]
  if (now.kind !== 'value' || then.kind !== 'value') return false
  const apart = now.units > then.units ? now.units - then.units : then.units - now.units
  return apart * partsOfFar > then.units
}
