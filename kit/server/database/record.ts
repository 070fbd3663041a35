import { assert, type Id, type Instant, idOf, instant } from '@bolsillo/kernel'

type ColumnValue = string | number | bigint | boolean | Buffer | readonly string[] | null

/** A row as the database returns or takes it, by column. */
export type Row = Readonly<Record<string, ColumnValue>>

/** The mapping of a property: how it is read from a row and written to its column or columns. */
export interface Column<Value> {
  /** Its columns; if the first is null, an optional property is undefined. */
  readonly names: readonly string[]
  readonly read: (row: Row) => Value
  readonly write: (value: Value) => Row
}

/** A record and its row, from one declaration of its columns. */
export interface Records<One> {
  readonly read: (row: Row) => One
  readonly write: (one: One) => Row
}

const column = <Raw extends ColumnValue, Value extends ColumnValue>(
  name: string,
  is: (raw: ColumnValue | undefined) => raw is Raw,
  of: (raw: Raw) => Value,
): Column<Value> => ({
  names: [name],
  read: (row) => {
    const raw = row[name]
    assert(is(raw), `the column ${name} holds what it is declared to hold`)
    return of(raw)
  },
  write: (value) => ({ [name]: value }),
})

const isText = (raw: ColumnValue | undefined): raw is string => typeof raw === 'string'
const isWhole = (raw: ColumnValue | undefined): raw is bigint => typeof raw === 'bigint'

export const text = (name: string): Column<string> => column(name, isText, (raw) => raw)
export const whole = (name: string): Column<bigint> => column(name, isWhole, (raw) => raw)
export const at = (name: string): Column<Instant> => column(name, isWhole, (raw) => instant(Number(raw)))
export const id = <Prefix extends string>(name: string, prefix: Prefix): Column<Id<Prefix>> =>
  column(name, isText, (raw) => idOf(prefix, raw))
export const small = (name: string): Column<number> =>
  column(
    name,
    (raw) => typeof raw === 'number',
    (raw) => raw,
  )
export const flag = (name: string): Column<boolean> =>
  column(
    name,
    (raw) => typeof raw === 'boolean',
    (raw) => raw,
  )
export const bytes = (name: string): Column<Buffer> =>
  column(
    name,
    (raw) => Buffer.isBuffer(raw),
    (raw) => raw,
  )
/** One code of a closed list. */
export const oneOf = <Code extends string>(name: string, codes: readonly Code[]): Column<Code> =>
  column(
    name,
    (raw): raw is Code => codes.some((code) => code === raw),
    (raw) => raw,
  )
/** Some codes of a closed list, in its order. */
export const someOf = <Code extends string>(name: string, codes: readonly Code[]): Column<readonly Code[]> => ({
  names: [name],
  read: ({ [name]: raw }) => codes.filter((code) => Array.isArray(raw) && raw.includes(code)),
  write: (value) => ({ [name]: [...value] }),
})

/** A property that may be undefined: its columns are null then. */
export function optional<Value>({ names, read, write }: Column<Value>): Column<Value | undefined> {
  const isNull = (row: Row): boolean => names[0] === undefined || (row[names[0]] ?? null) === null
  return {
    names,
    read: (row) => (isNull(row) ? undefined : read(row)),
    write: (value) => (value === undefined ? Object.fromEntries(names.map((name) => [name, null])) : write(value)),
  }
}

/** Declares the columns of a record's properties. Reading asserts that a row has the declared types. */
export function records<One>(columns: { readonly [Name in keyof One]-?: Column<One[Name]> }): Records<One> {
  const names = Object.keys(columns) as (keyof One)[]
  return {
    // Each property is read by the column declared for it, so together they are the record.
    read: (row) => Object.fromEntries(names.map((name): readonly unknown[] => [name, columns[name].read(row)])),
    write: (one) => Object.assign({}, ...names.map((name) => columns[name].write(one[name]))),
  }
}
