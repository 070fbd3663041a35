import type { After, Dial } from './ports.ts'

// What comes from outside, in the line of the reader of the events.

export function inLineAfter(after: After, inLine: (work: () => void) => void): After {
  return (ms, work) => {
    let isTakenBack = false
    const cancel = after(ms, () =>
      inLine(() => {
        if (!isTakenBack) work()
      }),
    )
    return () => {
      isTakenBack = true
      cancel()
    }
  }
}

export function inLineDial(dial: Dial, inLine: (work: () => void) => void): Dial {
  return (url, { opened, said, alive, closed }) =>
    dial(url, {
      opened: () => inLine(opened),
      said: (text) => inLine(() => said(text)),
      alive: () => inLine(alive),
      closed: (why) => inLine(() => closed(why)),
    })
}
