import { loopUsage } from '../loop-usage.ts'

/** When readers get their frames. */
interface Pacing {
  /** Whose turn the next new reader shares. */
  readonly nextSlice: () => number
  /** Something waits to be sent: starts the turns again. */
  readonly wake: () => void
  /** How long a reader waits from one frame to the next, now. */
  readonly everyMs: () => number
  readonly stop: () => void
}

/** So many groups of readers take turns. */
export const slices = 16

/** A reader gets a frame this often, and less often while the process is busy. */
export const frameEveryMs = { least: 75, most: 150 } as const

// Above the one share of busy time frames come less often, below the other more often.
const busy = { much: 0.5, little: 0.3 } as const
const [slower, faster] = [1.25, 0.8]

/**
 * Readers take turns in slices: two thousand frames in one go would let an order wait until the last is written, and
 * would wake all readers at once. A frame costs nearly the same whatever is in it, so while there is much to do readers
 * get fewer and fuller ones.
 * @param flush writes the frames of one slice; answers whether anything waits in any.
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
