/// <reference lib="dom" />
import { createReplay, finishInTurns } from '@bolsillo/offerings/domain'

// The page of an allotment as a customer's browser has it, as far as it runs the file again: nothing else is measured.

/** What running a file again in a page comes to. */
export interface PageReplay {
  readonly kind: string
  readonly seconds: number
  /** The longest time between two frames: how long a touch would have waited. */
  readonly longestFrameMs: number
  /** How often the progress moved. */
  readonly moves: number
}

/** Gives the page its turn. A timer would wait four milliseconds each time. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })
}

async function replayAllotment(url: string): Promise<PageReplay> {
  const bar = document.querySelector('progress')
  const startedMs = performance.now()
  let [lastMs, longestFrameMs, moves, isOver] = [startedMs, 0, 0, false]
  const frame = (): void => {
    const nowMs = performance.now()
    longestFrameMs = Math.max(longestFrameMs, nowMs - lastMs)
    lastMs = nowMs
    if (!isOver) requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
  const replay = createReplay()
  const reader = (await fetch(url)).body?.getReader()
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) replay.push(part.value)
  const report = await finishInTurns(replay.judge(), {
    nowMs: () => performance.now(),
    pause,
    onProgress: ({ done, total }) => {
      moves += 1
      if (bar !== null) bar.value = done / total
    },
  })
  isOver = true
  return { kind: report.kind, seconds: (performance.now() - startedMs) / 1000, longestFrameMs, moves }
}

Object.assign(globalThis, { replayAllotment })
