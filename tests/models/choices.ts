/** A seeded stream of choices (xorshift of 64 bits), the same for ever. */
export interface Choices {
  /** A whole number from `low` to `high`, both included. */
  readonly between: (low: number, high: number) => number
  readonly chance: (percent: number) => boolean
  readonly pick: <One>(list: readonly One[]) => One
}

export function choicesOf(seed: number): Choices {
  const mask = (1n << 64n) - 1n
  let state = (BigInt(seed) * 0x9e3779b97f4a7c15n + 0x1234567n) & mask
  const next = (): number => {
    state ^= (state << 13n) & mask
    state ^= state >> 7n
    state ^= (state << 17n) & mask
    return Number(state >> 32n)
  }
  for (let warm = 0; warm < 8; warm += 1) next()
  const between = (low: number, high: number): number => low + (next() % (high - low + 1))
  return {
    between,
    chance: (percent) => between(1, 100) <= percent,
    pick: (list) => {
      const one = list[between(0, list.length - 1)]
      if (one === undefined) throw new Error('nothing to choose from')
      return one
    },
  }
}
