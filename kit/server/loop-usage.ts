import { performance } from 'node:perf_hooks'

/** Asked again and again: the share of time, from 0 to 1, the process was busy since it was last asked. */
export function loopUsage(): () => number {
  let before = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    return utilization
  }
}
