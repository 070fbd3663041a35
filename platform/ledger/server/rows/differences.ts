import { present } from '@bolsillo/kernel'
import { comparedColumns, type DerivedList, type DerivedTable } from './row-source.ts'
import type { Scratch, StoredDifference } from './scratch-store.ts'

/** A value, or a whole row or item of a list, that does not follow from the journal. */
export interface Difference {
  /** The table, or the list. */
  readonly table: string
  /** `account_no=3`: which row. */
  readonly key: string
  /** Undefined where the whole row is missing, or is one too many. */
  readonly column: string | undefined
  /** Undefined: there is no such row. */
  readonly is: string | undefined
  readonly should: string | undefined
}

/** What is stored and is not what was made: at most so many rows of each table, and items of each list. */
export async function findDifferences(
  scratch: Pick<Scratch, 'compared' | 'differences'>,
  rowsMax: number,
): Promise<readonly Difference[]> {
  const found: Difference[] = []
  for (const each of scratch.compared)
    for (const row of await scratch.differences(each, rowsMax)) found.push(...differencesOf(each, row))
  return found
}

function differencesOf(table: DerivedTable | DerivedList, { is, should }: StoredDifference): readonly Difference[] {
  const names = comparedColumns(table)
  const rowOf = (cells: readonly (string | null)[]): string =>
    names.map((name, place) => `${name}=${cells[place] ?? 'null'}`).join(' ')
  const cells = present(is ?? should, 'a row')
  const key = table.key.map((name) => `${name}=${cells[names.indexOf(name)]}`).join(' ')
  const row = { table: table.name, key }
  if (is === undefined || should === undefined) {
    const [stored, made] = [is, should].map((one) => (one === undefined ? undefined : rowOf(one)))
    return [{ ...row, column: undefined, is: stored, should: made }]
  }
  return names.flatMap((column, place) =>
    is[place] === should[place] ? [] : [{ ...row, column, is: is[place] ?? 'null', should: should[place] ?? 'null' }],
  )
}

/** A difference as a line. */
export function writeDifference({ table, key, column, is, should }: Difference): string {
  if (is === undefined) return `${table} ${key}: the row is missing, it should be ${should}`
  if (should === undefined) return `${table} ${key}: the row does not follow from anything, it is ${is}`
  return `${table} ${key}: ${column} is ${is}, should be ${should}`
}
