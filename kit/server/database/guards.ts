import type { Guards } from './guards-store.ts'

/** A guard of the database that is not as the migrations made it. */
export interface Deviation {
  /** `trigger insert_only on act_queue`. */
  readonly object: string
  readonly expected: string
  readonly found: string
}

const missing = 'not there'

/** The guards that differ from the expected ones, by name. */
export function deviationsOf(found: Guards, expected: Guards): readonly Deviation[] {
  return [...new Set([...Object.keys(expected), ...Object.keys(found)])].sort().flatMap((object) => {
    const [should, is] = [expected[object] ?? missing, found[object] ?? missing]
    return should === is ? [] : [{ object, expected: should, found: is }]
  })
}

const shownMax = 300

/** A deviation as one line, long definitions shortened. */
export function lineOf({ object, expected, found }: Deviation): string {
  const short = (text: string): string => (text.length > shownMax ? `${text.slice(0, shownMax)} …` : text)
  return `${object}: ${short(found)}; expected: ${short(expected)}`
}
