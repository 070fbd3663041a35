import { loopUsage } from '../loop-usage.ts'

/** Schedules the frames of readers. */
interface Pacing {
  /** The slice of the next new reader. */
  readonly nextSlice: () => number
  /** Something waits to be sent: starts the turns again. */
  readonly wake: () => void
  /** The current interval between two frames of a reader. */
  readonly everyMs: () => number
  readonly stop: () => void
}

/** The number of groups of readers that take turns. */
export const slices = 16

/** The interval of a reader's frames: `least` when idle, up to `most` while the process is busy. */
export const frameEveryMs = { least: 75, most: 150 } as const

// Above `much` busy time the interval grows, below `little` it shrinks.
const busy = { much: 0.5, little: 0.3 } as const
const [slower, faster] = [1.25, 0.8]

/**
 * Readers take turns in slices: two thousand frames in one turn would delay an order until the last is written, and
 * would wake all readers at once. A frame costs nearly the same whatever it holds, so under load readers get fewer
 * and fuller ones.
 * @param flush writes the frames of one slice; returns whether anything waits in any slice.
 */
export function createPacing(flush: (slice: number) => boolean, busyShare: () => number = loopUsage()): Pacing {
  let every: number = frameEveryMs.least
  let slice = 0
  let given = 0
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  const turn = (): void => {
    timer = undefined
    const isMore = flush(slice)
    slice = (slice + 1) % slices
    if (slice === 0) adapt()
    if (isMore) wake()
  }

  const adapt = (): void => {
    const share = busyShare()
    if (share > busy.much) every = Math.min(frameEveryMs.most, every * slower)
    if (share < busy.little) every = Math.max(frameEveryMs.least, every * faster)
  }

  const wake = (): void => {
    if (timer === undefined && !stopped) timer = setTimeout(turn, every / slices)
  }

  return {
    nextSlice: () => {
      given += 1
      return given % slices
    },
    wake,
    everyMs: () => every,
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}
