import type { DeskCommand } from './desk-world.ts'
import { isOwed } from './owed-work.ts'

/** How many commands of one kind a batch takes, and how many may wait before new orders are refused. */
export interface LineLimits {
  readonly batchMax: number
  readonly waitingMax: number
}

/**
 * What waits for the desk, in the order it is taken: reports of what has happened already, then what gives (cancels,
 * acts, expiries, stops), then what asks (new orders). So under overload cancels go before new orders.
 */
interface CommandLine {
  /** False when there is no more room; only new orders are ever refused. */
  readonly push: (command: DeskCommand) => boolean
  /** Takes the next batch; empty when nothing waits. */
  readonly take: () => readonly DeskCommand[]
  readonly waiting: () => number
  /** Whether reports wait: what they report has happened at the venue, but is not committed. */
  readonly hasReports: () => boolean
  /** Whether commands of the desk's own wait: stops, expiries. */
  readonly hasOwed: () => boolean
  /** Forgets what venues reported: they are about to be notified of the actual state of orders. */
  readonly dropReports: () => void
  /** Removes and returns everything. */
  readonly drain: () => readonly DeskCommand[]
}

const ranks: Readonly<Record<DeskCommand['kind'], 0 | 1 | 2>> = {
  report: 0,
  cancel: 1,
  act: 1,
  trigger: 1,
  activate: 1,
  expire: 1,
  abandon: 1,
  place: 2,
}

/** An empty line. */
export function createCommandLine({ batchMax, waitingMax }: LineLimits): CommandLine {
  const lines: [DeskCommand[], DeskCommand[], DeskCommand[]] = [[], [], []]
  const lineOf = (command: DeskCommand): DeskCommand[] => lines[ranks[command.kind]]
  return {
    push: (command) => {
      if (command.kind === 'place' && lines[2].length >= waitingMax) return false
      lineOf(command).push(command)
      return true
    },
    take: () => {
      const taken: DeskCommand[] = []
      // One report line may hold both legs of a fill: they are reported together and must commit together.
      taken.push(...lines[0].splice(0))
      for (const line of [lines[1], lines[2]]) taken.push(...line.splice(0, Math.max(0, batchMax - taken.length)))
      return taken
    },
    waiting: () => lines[0].length + lines[1].length + lines[2].length,
    hasReports: () => lines[0].length > 0,
    hasOwed: () => lines[1].some(isOwed),
    dropReports: () => {
      lines[0].length = 0
    },
    drain: () => lines.flatMap((line) => line.splice(0)),
  }
}
