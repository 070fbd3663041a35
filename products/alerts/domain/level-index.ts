import type { Instant, Price } from '@bolsillo/kernel'
import type { Levels } from './alert-kinds.ts'

/** An alert as it is armed: the arming, and when it began. */
export interface ArmedAlert extends Levels {
  readonly id: string
  readonly arming: number
  readonly symbol: string
  /** The market's time at which it was armed: what was printed up to then is before it. */
  readonly armedAt: Instant
}

/** A print that alerts are compared with. */
export interface Printed {
  readonly symbol: string
  readonly at: Instant
  readonly price: Price
}

interface Level {
  readonly price: Price
  readonly alert: ArmedAlert
}

/** Both sides of an instrument. The level that is reached next is the last of its side: taking it moves nothing. */
interface Sides {
  /** Fall towards the end. */
  readonly above: Level[]
  /** Rise towards the end. */
  readonly below: Level[]
}

/** The armed alerts of a market, sorted by level: a print looks at the nearest level of each side and no further. */
interface LevelIndex {
  readonly put: (alert: ArmedAlert) => void
  /** Puts many at once, each side sorted once. */
  readonly putAll: (alerts: readonly ArmedAlert[]) => void
  /**
   * Takes out the alerts that a print reaches, at most `most`: as many as that mean there may be more, which the same print
   * takes next. The other level of one with two stays; who takes checks its arming.
   */
  readonly take: (print: Printed, most: number) => readonly ArmedAlert[]
}

/** An empty index. */
export function createLevelIndex(): LevelIndex {
  const bySymbol = new Map<string, Sides>()
  const sidesOf = (symbol: string): Sides => {
    const found = bySymbol.get(symbol) ?? { above: [], below: [] }
    bySymbol.set(symbol, found)
    return found
  }
  return {
    put: (alert) => {
      const { above, below } = sidesOf(alert.symbol)
      if (alert.above !== undefined) insert(above, { price: alert.above, alert }, (price, of) => price <= of)
      if (alert.below !== undefined) insert(below, { price: alert.below, alert }, (price, of) => price >= of)
    },
    putAll: (alerts) => {
      const touched = new Set<Sides>()
      for (const alert of alerts) {
        const sides = sidesOf(alert.symbol)
        touched.add(sides)
        if (alert.above !== undefined) sides.above.push({ price: alert.above, alert })
        if (alert.below !== undefined) sides.below.push({ price: alert.below, alert })
      }
      for (const { above, below } of touched) {
        above.sort((one, other) => order(other.price, one.price))
        below.sort((one, other) => order(one.price, other.price))
      }
    },
    take: (print, most) => {
      const sides = bySymbol.get(print.symbol)
      if (sides === undefined) return none
      const { above, below } = sides
      const [up, down] = [above.at(-1), below.at(-1)]
      const isUp = up !== undefined && print.price >= up.price
      const isDown = down !== undefined && print.price <= down.price
      if (!isUp && !isDown) return none
      const taken = new Set<ArmedAlert>()
      if (isUp) takeFrom(above, print, (level) => print.price >= level && taken.size < most, taken)
      if (isDown) takeFrom(below, print, (level) => print.price <= level && taken.size < most, taken)
      return [...taken]
    },
  }
}

const none: readonly ArmedAlert[] = []

const order = (one: bigint, other: bigint): number => (one < other ? -1 : one > other ? 1 : 0)

/** Inserts a level before those that are reached sooner. */
function insert(levels: Level[], level: Level, isSooner: (price: Price, of: Price) => boolean): void {
  let [low, high] = [0, levels.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const at = levels[middle]
    if (at !== undefined && isSooner(at.price, level.price)) high = middle
    else low = middle + 1
  }
  levels.splice(low, 0, level)
}

/** Takes what is reached from the end of a side. What was armed after the print is put back: it is not its print. */
function takeFrom(levels: Level[], print: Printed, isAt: (level: Price) => boolean, taken: Set<ArmedAlert>): void {
  const later: Level[] = []
  for (let level = levels.at(-1); level !== undefined && isAt(level.price); level = levels.at(-1)) {
    levels.pop()
    if (level.alert.armedAt < print.at) taken.add(level.alert)
    else later.push(level)
  }
  for (const level of later.reverse()) levels.push(level)
}
