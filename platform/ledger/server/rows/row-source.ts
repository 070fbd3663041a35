import type { Tx } from '@bolsillo/server-kit'
import type { Act, ChainHead, NamedAccount, RecordedEntry } from '../../domain/index.ts'

/** A table whose rows follow from the journal. */
export interface DerivedTable {
  readonly name: string
  /** The columns that say which row it is. */
  readonly key: readonly string[]
  /** Every column with its type, as SQL names it. */
  readonly columns: Readonly<Record<string, string>>
  /** Columns in which a list is kept: what they say together is compared (`DerivedList`), not they. */
  readonly listed?: readonly string[]
}

/**
 * A list that is kept in rows of some tables. How it is cut into rows means nothing: its items are compared, and what is wrong
 * is replaced by rows that were made, which may be cut otherwise than rows that are right.
 */
export interface DerivedList {
  /** What differences call it. */
  readonly name: string
  /** The columns that say which item it is. */
  readonly key: readonly string[]
  /** Every column of an item with its type. */
  readonly columns: Readonly<Record<string, string>>
  /** A query of the items that are in tables: `tableOf` gives the table to read in place of one that has rows of the list. */
  readonly itemsOf: (tableOf: (name: string) => string) => string
  /** Replaces rows that have items whose keys are in the table `wrong`; all other rows follow already. */
  readonly putRight: (tx: Tx, wrong: string, madeOf: (name: string) => string) => Promise<readonly TableChange[]>
}

/** How many rows of a table were taken away, and how many added. */
export interface TableChange {
  readonly table: string
  readonly removed: number
  readonly added: number
}

/** The columns of a table, or of a list's items, that are compared one by one. */
export function comparedColumns({ columns, listed = [] }: Pick<DerivedTable, 'columns' | 'listed'>): readonly string[] {
  return Object.keys(columns).filter((name) => !listed.includes(name))
}

/** A value of a row; arrays and bytes as PostgreSQL writes them. */
export type Cell = string | number | bigint | boolean | null

/** Takes a row that follows: a value for each column of its table. */
export type PutRow = (table: DerivedTable, row: Readonly<Record<string, Cell>>) => void

/** An act as whoever follows the journal meets it; an entry from before acts is one too. */
export interface FollowedAct {
  readonly seq: bigint
  /** What it is found by; acts that name accounts, or say what was done to an order, are found by none. */
  readonly cause: string | undefined
  /** Undefined for entries from before acts. */
  readonly act: Act | undefined
  readonly entry: RecordedEntry | undefined
  readonly named: NamedAccount | undefined
}

/** An entry or act that contradicts what came before it. */
export interface FoldFault {
  readonly problem: string
  readonly seq?: bigint
  readonly account?: string
}

/**
 * Makes rows anew from acts, in the order of the journal. A row is put once, when no later act can change it; what may
 * change still is kept in memory, so that memory grows with what is open and not with the journal.
 */
export interface RowMaker {
  readonly follow: (act: FollowedAct, put: PutRow) => FoldFault | undefined
  /** After the last act. The transaction sees the journal; of other tables, nothing in it is to be relied on. */
  readonly finish: (end: ChainHead, out: RowTaker, tx: Tx) => Promise<FoldFault | undefined>
}

/** Where rows go. */
export interface RowTaker {
  readonly put: PutRow
  /** Writes what was put. See `putAll`. */
  readonly flush: () => Promise<void>
  /**
   * Takes rows as they are stored, where none with their key was put: no act records what they should be. `which` is a
   * condition in SQL; no wrong row may come under it by being edited.
   */
  readonly keep: (table: DerivedTable, which: string) => Promise<void>
}

/** Rows put between two flushes. */
const rowsAtOnce = 5000

/** Puts a row, or what else `put` makes of it, for each of `all`, and flushes now and then. */
export async function putAll<One>(
  out: RowTaker,
  all: Iterable<One> | AsyncIterable<One>,
  put: (one: One) => void,
): Promise<void> {
  let count = 0
  for await (const one of all) {
    put(one)
    count += 1
    if (count % rowsAtOnce === 0) await out.flush()
  }
}

/** What a room registers of its tables: `npm run rebuild` and `npm run ledger:verify` know nothing else of them. */
export interface RowSource {
  /** In an order in which rows may be inserted. */
  readonly tables: readonly DerivedTable[]
  readonly lists?: readonly DerivedList[]
  /** The transaction sees what rows start from that no act records. */
  readonly begin: (tx: Tx) => RowMaker | Promise<RowMaker>
}
