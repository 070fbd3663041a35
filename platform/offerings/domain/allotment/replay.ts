import { type FileHeader, readHeader } from './file-header.ts'
import { judge } from './judge.ts'
import { lineReader } from './read-lines.ts'
import type { KnownFacts, ReplayReport } from './report.ts'
import type { Steps } from './steps.ts'

/** An allotment that is run again from its published file, read piece by piece. */
interface Replay {
  /** Takes the next bytes of the file, cut anywhere. */
  readonly push: (bytes: Uint8Array) => void
  /** After the last bytes: runs the allotment again and compares. */
  readonly judge: () => Steps<ReplayReport>
}

const newline = 0x0a
/** A header of sixteen tiers with the longest numbers is shorter; a line is much shorter. */
const lineBytesMax = 16_384

function textOf(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return text
}

/** Begins to run an allotment again. Reads no clock and no network; what it must not know it is not given. */
export function createReplay(known: KnownFacts = {}): Replay {
  let header: FileHeader | undefined
  let reader: ReturnType<typeof lineReader> | undefined
  let carried = new Uint8Array()
  let lineNumber = 1
  let badLine: number | undefined
  let extra = 0

  const take = (bytes: Uint8Array, from: number, end: number): void => {
    if (reader === undefined) {
      header = readHeader(textOf(bytes.subarray(from, end)))
      if (header === undefined) badLine = lineNumber
      else reader = lineReader(header.plan, header.applications)
    } else if (reader.linesRead() === header?.applications) extra += 1
    else if (!reader.read(bytes, from, end)) badLine = lineNumber
    lineNumber += 1
  }

  const push = (bytes: Uint8Array): void => {
    let from = 0
    for (let end = bytes.indexOf(newline); end >= 0 && badLine === undefined; end = bytes.indexOf(newline, from)) {
      if (carried.length === 0) take(bytes, from, end)
      else {
        const joined = new Uint8Array(carried.length + end - from)
        joined.set(carried)
        joined.set(bytes.subarray(from, end), carried.length)
        carried = new Uint8Array()
        take(joined, 0, joined.length)
      }
      from = end + 1
    }
    if (badLine !== undefined || from === bytes.length) return
    if (carried.length + bytes.length - from > lineBytesMax) badLine = lineNumber
    else {
      const joined = new Uint8Array(carried.length + bytes.length - from)
      joined.set(carried)
      joined.set(bytes.subarray(from), carried.length)
      carried = joined
    }
  }

  return {
    push,
    judge: function* () {
      if (badLine === undefined && carried.length > 0) badLine = lineNumber
      if (badLine !== undefined || header === undefined || reader === undefined)
        return { kind: 'unreadable', line: badLine ?? lineNumber }
      return yield* judge({ header, lines: reader.result, count: reader.linesRead() + extra }, known)
    },
  }
}
