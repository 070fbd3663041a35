import { blockDays } from './series.ts'
import type { IndexPart } from './world.ts'

/** The logarithm of an index at the close of a weekday. */
export interface IndexCloses {
  readonly at: (weekday: number) => number
}

const blocksKeptMax = 6

/**
 * Closes of an index, one from the one before: it moves as its parts do, by weight, and begins every day with the same
 * weights. Such a chain has to begin somewhere: each block of weekdays begins where the parts alone put it, and the few
 * percent by which its chain misses the next beginning are spread evenly over its nights (a hundredth of a percent each).
 */
export function createIndexCloses(
  parts: readonly IndexPart[],
  closeOf: (id: string, weekday: number) => number,
): IndexCloses {
  const blocks = new Map<number, Float64Array>()
  const levelOf = (weekday: number): number => {
    let sum = 0
    for (const part of parts) sum += part.weight * Math.exp(closeOf(part.id, weekday))
    return Math.log(sum)
  }
  const moveInto = (weekday: number): number => {
    let sum = 0
    for (const part of parts) {
      sum += part.weight * Math.exp(closeOf(part.id, weekday) - closeOf(part.id, weekday - 1))
    }
    return Math.log(sum)
  }
  const blockOf = (number: number): Float64Array => {
    let block = blocks.get(number)
    if (block === undefined) {
      const first = number * blockDays
      block = new Float64Array(blockDays)
      let chain = levelOf(first)
      for (let i = 0; i < blockDays; i += 1) {
        if (i > 0) chain += moveInto(first + i)
        block[i] = chain
      }
      const miss = chain + moveInto(first + blockDays) - levelOf(first + blockDays)
      for (let i = 0; i < blockDays; i += 1) block[i] = (block[i] ?? 0) - (miss * i) / blockDays
      if (blocks.size >= blocksKeptMax) blocks.clear()
      blocks.set(number, block)
    }
    return block
  }
  return {
    at: (weekday) => {
      const number = Math.floor(weekday / blockDays)
      return blockOf(number)[weekday - number * blockDays] ?? 0
    },
  }
}
