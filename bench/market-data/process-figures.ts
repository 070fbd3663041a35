import { readFileSync } from 'node:fs'

/** Resident memory of a process in MiB; NaN when it is gone. */
export function residentMiB(pid: number): number {
  const line = /^VmRSS:[ \t]+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return line === undefined ? Number.NaN : Number(line) / 1024
}

const ticksPerSecond = 100

/** Processor time a process has used so far, in seconds. */
export function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

/** The slope of points as the median of the slopes between all pairs (Theil–Sen): a few wild points do not move it. */
export function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const slopes = points
    .flatMap(([x, y], at) => points.slice(at + 1).map(([x2, y2]) => (y2 - y) / (x2 - x)))
    .filter(Number.isFinite)
    .sort((a, b) => a - b)
  return slopes[Math.floor((slopes.length - 1) / 2)] ?? Number.NaN
}

/** The value below which a share of sorted values lies. */
export function quantileOf(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** The same of values counted by whole numbers. */
export function quantileOfCounts(counts: Readonly<Record<number, number>>, share: number): number {
  const entries = Object.entries(counts).map(([value, count]) => [Number(value), count] as const)
  const total = entries.reduce((sum, [, count]) => sum + count, 0)
  let passed = 0
  for (const [value, count] of entries.sort(([a], [b]) => a - b)) {
    passed += count
    if (passed > total * share) return value
  }
  return Number.NaN
}
