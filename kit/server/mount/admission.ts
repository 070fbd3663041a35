import type { Clock } from '@bolsillo/kernel'

/** Who may come in when more arrive than can be served. */
export interface Admission {
  /**
   * Asks to be admitted. `urgent` requests return or protect (cancels, sign-outs): they are admitted when others no
   * longer are. Who was admitted must leave.
   */
  readonly enter: (urgent: boolean) => boolean
  /** Whether one would be admitted now. */
  readonly hasRoom: (urgent: boolean) => boolean
  readonly leave: () => void
  /** How many are inside. */
  readonly inside: () => number
}

export interface AdmissionLimits {
  /** How long anyone who is admitted should wait, when all continues as it went lately. */
  readonly waitMs: number
  /** So many may be inside even if they wait longer, because answering them together is cheaper. */
  readonly insideBest: number
  /** But they should not wait longer than this. */
  readonly waitMaxMs: number
  /** This many are admitted however slow things are: a handful at once is no overload. */
  readonly insideMin: number
  /** More never are, urgent ones apart, however fast things are: what waits takes memory. */
  readonly insideMax: number
  /** So many more urgent ones. */
  readonly urgentExtra: number
}

/**
 * The limits of calls that wait for the desk. Best are three of its batches, two under way and one that waits: a
 * shorter line makes smaller batches, and those carry out fewer orders a second.
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
/** How much of the difference to a window's rate is believed: up at once, down within a few windows. */
const upShare = 0.5
const downShare = 0.3
/** Answers a second that are expected before anything was measured. */
const firstRate = 1000

/**
 * Admits as many as can be answered within the wait: the rate answers went out at lately times the wait (Little's law).
 * So past saturation a line of constant length, just long enough to keep the server busy, and everybody else is reported at
 * once to come back. The rate is believed upwards whenever it is seen, downwards only while the line is half full: few
 * answers to few requests say nothing about what the server could do.
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

/** Admits so many at a time. For calls that answer by themselves, each as fast as it can. */
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

/** The lines of a mount: of the calls that wait for the desk, and of all others. */
export interface AdmissionLines {
  readonly desk: Admission
  readonly others: Admission
}

/** More calls than this at a time, those of the desk apart, are instructed to come back: a queue without end helps nobody. */
const othersMax = 400
const othersUrgentExtra = 100

/** The lines every mount has, unless an experiment gives others. */
export function createAdmissionLines(clock: Clock): AdmissionLines {
  return {
    desk: createAdmission(clock, deskAdmission),
    others: createFixedAdmission(othersMax, othersUrgentExtra),
  }
}
