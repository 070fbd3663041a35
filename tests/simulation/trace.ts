import { createHash } from 'node:crypto'

/** What happened in a run, line by line. Two runs of one seed have the same lines, and so the same hash. */
export interface Trace {
  readonly add: (line: string) => void
  readonly hash: () => string
  readonly length: () => number
  /** The last lines, or all when the trace keeps them. */
  readonly lines: () => readonly string[]
}

const keptMax = 60

/** An empty trace. `keeps`: every line is kept for a reader; otherwise the last ones only. */
export function createTrace(keeps: boolean): Trace {
  const hash = createHash('sha256')
  const lines: string[] = []
  let count = 0
  return {
    add: (line) => {
      count += 1
      hash.update(`${line}\n`)
      lines.push(line)
      if (!keeps && lines.length > keptMax) lines.shift()
    },
    hash: () => hash.copy().digest('hex'),
    length: () => count,
    lines: () => lines,
  }
}
