/** What work of a million lines is at, so that whoever waits sees it move. */
interface AllotmentProgress {
  readonly phase: 'sorting' | 'tree' | 'allotting' | 'comparing'
  readonly done: number
  readonly total: number
}

/** Work in pieces of some milliseconds each. What it comes to is its return value. */
export type Steps<T> = Generator<AllotmentProgress, T, void>

/** Lines of a piece: some milliseconds on a phone. */
export const pieceLines = 8192

/** Does work at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** How work in pieces is done beside other work. */
export interface Pacing {
  /** A clock that does not go back: `() => performance.now()`. */
  readonly nowMs: () => number
  /** Comes back after others had their turn: `() => new Promise((resolve) => setTimeout(resolve))`. */
  readonly pause: () => Promise<void>
  readonly onProgress?: (progress: AllotmentProgress) => void
}

/** How long others wait for their turn, the length of one piece aside. */
const turnMs = 12

/** Does work piece by piece and lets others have their turn in between: a page stays alive, a server answers. */
export async function finishInTurns<T>(steps: Steps<T>, { nowMs, pause, onProgress }: Pacing): Promise<T> {
  let turnEndMs = nowMs() + turnMs
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    if (nowMs() < turnEndMs) continue
    onProgress?.(step.value)
    await pause()
    turnEndMs = nowMs() + turnMs
  }
}

/** Calls `work` for one range of lines after the other, none longer than a piece. */
export function* inPieces(
  phase: AllotmentProgress['phase'],
  total: number,
  work: (from: number, to: number) => void,
): Steps<void> {
  for (let from = 0; from < total; from += pieceLines) {
    const to = Math.min(total, from + pieceLines)
    work(from, to)
    yield { phase, done: to, total }
  }
}
