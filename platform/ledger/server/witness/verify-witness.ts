import { noLineBefore, readWitnessLine, type WitnessLine } from '../../domain/index.ts'
import { sha256 } from '../post-entries.ts'
import { isSigned } from './witness.ts'

/** What reading a witness file came to: every line follows and is signed with one key, or the first that does not. */
export type WitnessReading =
  | { readonly ok: true; readonly heads: readonly WitnessLine[]; readonly key: string | undefined }
  | { readonly ok: false; readonly problem: string }

/**
 * Reads a witness file, of which each text given holds whole lines but for the last. Without `key`, the key of its first line is taken for the installation's: whoever kept the file
 * knows whether it is. A line without its end is one that a crash cut short, and is left out.
 */
export function readWitness(file: string | Iterable<string>, key?: string): WitnessReading {
  const heads: WitnessLine[] = []
  let previous = noLineBefore
  for (const line of linesIn(typeof file === 'string' ? [file] : file)) {
    const index = heads.length
    const head = readWitnessLine(line)
    const problem = head === undefined ? 'is not a signed head' : lineProblem(head, previous, heads, key)
    if (head === undefined || problem !== undefined) return { ok: false, problem: `line ${index + 1} ${problem}` }
    heads.push(head)
    previous = sha256(line)
  }
  return { ok: true, heads, key: key ?? heads[0]?.key }
}

function* linesIn(texts: Iterable<string>): Generator<string> {
  for (const text of texts) yield* text.split('\n').slice(0, -1)
}

function lineProblem(
  head: WitnessLine,
  previous: string,
  before: readonly WitnessLine[],
  key: string | undefined,
): string | undefined {
  if (head.key !== (key ?? before[0]?.key ?? head.key)) return `is signed with the key ${head.key}`
  if (!isSigned(head)) return 'is not signed with its key'
  if (head.previous !== previous) return 'does not follow the line before it'
  const last = before.at(-1)
  if (last === undefined || head.seq > last.seq) return undefined
  // The same head once more is the one whose tree was not finished the first time.
  const isAgain = head.seq === last.seq && head.hash === last.hash && last.tree === undefined && head.tree !== undefined
  return isAgain ? undefined : `goes back to entry ${head.seq}`
}
