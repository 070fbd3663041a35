import type { Clock } from '@bolsillo/kernel'
import type { Log } from '../../room.ts'

/** The most lines per second, of one kind and of all kinds. */
export const linesOfKindMax = 10
export const linesMax = 100
const windowMs = 1000

/** Logs events that strangers can cause, up to a readable rate. */
export type SampledLog = (kind: string, fields: object, message: string, level?: 'info' | 'warn' | 'error') => void

/**
 * A log that stays small under a flood: each kind has its own lines per second, so that ten thousand rejections of
 * one kind do not hide those of another. Suppressed lines are counted, and the next line says how many there were;
 * the metrics count all.
 */
export function createSampledLog({ clock, log }: { readonly clock: Clock; readonly log: Log }): SampledLog {
  let windowAt = Number.NEGATIVE_INFINITY
  let written = 0
  let leftOut = 0
  const ofKind = new Map<string, number>()
  return (kind, fields, message, level = 'info') => {
    const now = clock.now()
    if (now < windowAt || now - windowAt >= windowMs) {
      if (leftOut > 0) log.warn({ leftOut, since: windowAt }, 'lines were left out of the log')
      ofKind.clear()
      windowAt = now
      written = 0
      leftOut = 0
    }
    const count = ofKind.get(kind) ?? 0
    if (count >= linesOfKindMax || written >= linesMax) {
      leftOut += 1
      return
    }
    ofKind.set(kind, count + 1)
    written += 1
    log[level](fields, message)
  }
}
