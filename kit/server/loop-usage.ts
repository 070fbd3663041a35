import { performance } from 'node:perf_hooks'

/** Each call returns the share of time, from 0 to 1, that the process was busy since the previous call. */
export function loopUsage(): () => number {
  let before = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    return utilization
  }
}
