import { present } from '@bolsillo/kernel'
import type { DerivedTable } from './row-source.ts'
import type { Scratch, StoredDifference } from './scratch-store.ts'

/** A value, or a whole row, that does not follow from the journal. */
export interface Difference {
  readonly table: string
  /** `account_no=3`: which row. */
  readonly key: string
  /** Undefined where the whole row is missing, or is one too many. */
  readonly column: string | undefined
  /** Undefined: there is no such row. */
  readonly is: string | undefined
  readonly should: string | undefined
}

/** What is stored and is not what was made: at most so many rows of each table. */
export async function findDifferences(
  scratch: Pick<Scratch, 'differences'>,
  tables: readonly DerivedTable[],
  rowsMax: number,
): Promise<readonly Difference[]> {
  const found: Difference[] = []
  for (const table of tables)
    for (const row of await scratch.differences(table, rowsMax)) found.push(...differencesOf(table, row))
  return found
}

function differencesOf(table: DerivedTable, { is, should }: StoredDifference): readonly Difference[] {
  const names = Object.keys(table.columns)
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
