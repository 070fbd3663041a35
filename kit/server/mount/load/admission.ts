import type { Clock } from '@bolsillo/kernel'

/** Limits how many requests are in progress when more arrive than can be served. */
export interface Admission {
  /**
   * Admits one request if there is room. `urgent` requests (cancels, sign-outs) are admitted when others no longer
   * are. An admitted request must call `leave`.
   */
  readonly enter: (urgent: boolean) => boolean
  /** Whether a request would be admitted now. */
  readonly hasRoom: (urgent: boolean) => boolean
  readonly leave: () => void
  /** How many requests are in progress. */
  readonly inside: () => number
}

export interface AdmissionLimits {
  /** The wait an admitted request should expect at the recent rate of answers. */
  readonly waitMs: number
  /** This many may be in progress even if they wait longer, because answering them in one batch is cheaper. */
  readonly insideBest: number
  /** The longest wait that `insideBest` may cause. */
  readonly waitMaxMs: number
  /** This many are always admitted: a handful at once is no overload. */
  readonly insideMin: number
  /** More are never admitted, urgent ones apart: every waiting request takes memory. */
  readonly insideMax: number
  /** The number of urgent requests admitted on top. */
  readonly urgentExtra: number
}

/**
 * The limits of calls that wait for the desk. The best queue holds three batches, two in progress and one waiting: a
 * shorter one makes smaller batches, which execute fewer orders a second.
 */
export const deskAdmission: AdmissionLimits = {
  waitMs: 250,
  insideBest: 768,
  waitMaxMs: 1000,
  insideMin: 64,
  insideMax: 4096,
  urgentExtra: 1024,
}

const windowMs = 100
/** The weight of a window's rate in the estimate: quick upwards, over a few windows downwards. */
const upShare = 0.5
const downShare = 0.3
/** The rate assumed before the first measurement, answers per second. */
const firstRate = 1000

/**
 * Admits as many as can be answered within the wait: the rate answers went out at lately times the wait (Little's
 * law). Past saturation the queue has a constant length, just enough to keep the server busy, and every further
 * request is rejected at once with `Retry-After`. A higher rate is adopted whenever it is measured, a lower one only
 * while the queue is at least half full: few answers to few requests say nothing about capacity.
 */
export function createAdmission(clock: Clock, limits: AdmissionLimits): Admission {
  const { waitMs, insideBest, waitMaxMs, insideMin, insideMax, urgentExtra } = limits
  let inside = 0
  let rate = firstRate
  let answered = 0
  let windowAt: number = clock.now()

  const bound = (): number => {
    const inTime = Math.max((rate * waitMs) / 1000, Math.min(insideBest, (rate * waitMaxMs) / 1000))
    return Math.min(insideMax, Math.max(insideMin, inTime))
  }

  const look = (): void => {
    const now = clock.now()
    const tookMs = now - windowAt
    if (tookMs >= 0 && tookMs < windowMs) return
    if (tookMs > 0) {
      const seen = (answered * 1000) / tookMs
      if (seen > rate) rate += (seen - rate) * upShare
      else if (inside >= bound() / 2) rate += (seen - rate) * downShare
    }
    windowAt = now
    answered = 0
  }

  const hasRoom = (urgent: boolean): boolean => {
    look()
    return inside < bound() + (urgent ? urgentExtra : 0)
  }

  return {
    hasRoom,
    enter: (urgent) => {
      if (!hasRoom(urgent)) return false
      inside += 1
      return true
    },
    leave: () => {
      inside -= 1
      answered += 1
      look()
    },
    inside: () => inside,
  }
}

/** Admits a fixed number at a time. For calls that are answered independently of each other. */
export function createFixedAdmission(insideMax: number, urgentExtra: number): Admission {
  let inside = 0
  const hasRoom = (urgent: boolean): boolean => inside < insideMax + (urgent ? urgentExtra : 0)
  return {
    hasRoom,
    enter: (urgent) => {
      if (!hasRoom(urgent)) return false
      inside += 1
      return true
    },
    leave: () => {
      inside -= 1
    },
    inside: () => inside,
  }
}

/** The admission lines of a mount: one for calls of the desk, one for all others. */
export interface AdmissionLines {
  readonly desk: Admission
  readonly others: Admission
}

/**
 * More calls than this at a time, calls of the desk apart, are rejected with `Retry-After`: an unbounded queue helps
 * nobody.
 */
const othersMax = 400
const othersUrgentExtra = 100

/** The lines every mount has, unless an experiment gives others. */
export function createAdmissionLines(clock: Clock): AdmissionLines {
  return {
    desk: createAdmission(clock, deskAdmission),
    others: createFixedAdmission(othersMax, othersUrgentExtra),
  }
}
