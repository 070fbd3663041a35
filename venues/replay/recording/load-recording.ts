import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Folder, fileBytesMax, parseFile } from './parse-file.ts'
import { type FileProblem, problemText, type RecordedFile } from './rows.ts'

const folders: readonly Folder[] = ['minute', 'second', 'trades', 'daily']
const filesMax = 2000

/** A recording as read: every file good, or nothing of it and the problems (the first of each bad file). */
export type Loaded =
  | { readonly kind: 'loaded'; readonly files: readonly RecordedFile[] }
  | { readonly kind: 'refused'; readonly problems: readonly FileProblem[] }

/**
 * Reads a folder with `minute/`, `second/`, `trades/` and `daily/` in it (at least one of them; files other than `.csv`
 * are left alone). Nothing is half-loaded: one bad row refuses the recording and names the file, the line and why.
 */
export function loadRecording(directory: string): Loaded {
  const refuse = (file: string, reason: string): Loaded => ({ kind: 'refused', problems: [{ file, line: 0, reason }] })
  if (!isFolder(directory)) return refuse(directory, 'there is no such folder')
  const present = folders.filter((folder) => isFolder(join(directory, folder)))
  if (present.length === 0) return refuse(directory, `none of the folders ${folders.join(', ')} is in it`)

  const files: RecordedFile[] = []
  const problems: FileProblem[] = []
  for (const folder of present) {
    const names = readdirSync(join(directory, folder)).filter((name) => name.endsWith('.csv'))
    if (names.length > filesMax) return refuse(folder, `${names.length} files, at most ${filesMax}`)
    for (const name of names.sort()) {
      const path = join(directory, folder, name)
      if (statSync(path).size > fileBytesMax) {
        problems.push({ file: `${folder}/${name}`, line: 0, reason: `larger than ${fileBytesMax} bytes` })
        continue
      }
      const file = parseFile(folder, name, readFileSync(path, 'utf8'))
      if ('reason' in file) problems.push(file)
      else files.push(file)
    }
  }
  return problems.length > 0 ? { kind: 'refused', problems } : { kind: 'loaded', files }
}

/** The problems as one line for a person at a terminal: the first in full, how many files besides. */
export function refusalText(problems: readonly FileProblem[]): string {
  const [first] = problems
  if (first === undefined) return 'the recording was refused'
  const others = problems.length - 1
  return problemText(first) + (others > 0 ? ` (and ${others} more ${others === 1 ? 'file' : 'files'})` : '')
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
