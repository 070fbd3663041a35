/** Randomness of a world: the same seed is the same world, on every machine. */
export interface Seeded {
  /** A whole number from low to high, both included. */
  readonly whole: (low: number, high: number) => number
  /** True in so many of a hundred. */
  readonly chance: (percent: number) => boolean
  readonly pick: <T>(items: readonly T[]) => T
  readonly maybe: <T>(items: readonly T[]) => T | undefined
}

/** A generator of 64 bits (splitmix), good enough to choose steps by. */
export function seeded(seed: number): Seeded {
  let state = BigInt.asUintN(64, BigInt(seed) * 0xd1342543de82ef95n + 0x2545f4914f6cdd1dn)
  const next = (): bigint => {
    state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n)
    let z = state
    z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n)
    z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn)
    return z ^ (z >> 31n)
  }
  const whole = (low: number, high: number): number => low + Number(next() % BigInt(high - low + 1))
  const maybe = <T>(items: readonly T[]): T | undefined => items[whole(0, Math.max(0, items.length - 1))]
  return {
    whole,
    chance: (percent) => whole(0, 99) < percent,
    maybe,
    pick: (items) => {
      const found = maybe(items)
      if (found === undefined) throw new Error('nothing to pick from')
      return found
    },
  }
}
