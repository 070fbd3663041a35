import type { Tx } from '@bolsillo/server-kit'
import type { Act, ChainHead, NamedAccount, RecordedEntry } from '../../domain/index.ts'

/** A table whose rows follow from the journal. */
export interface DerivedTable {
  readonly name: string
  /** The columns that say which row it is. */
  readonly key: readonly string[]
  /** Every column with its type, as SQL names it. */
  readonly columns: Readonly<Record<string, string>>
}

/** A value of a row; arrays and bytes as PostgreSQL writes them. */
export type Cell = string | number | bigint | boolean | null

/** Takes a row that follows: a value for each column of its table. */
export type PutRow = (table: DerivedTable, row: Readonly<Record<string, Cell>>) => void

/** An act as whoever follows the journal meets it; an entry from before acts is one too. */
export interface FollowedAct {
  readonly seq: bigint
  /** What it is found by; acts that name accounts are found by none. */
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
  /** After the last act of a block. */
  readonly closeBlock?: (first: bigint, put: PutRow) => void
  /** After the last act. The transaction sees the journal; of other tables, nothing in it is to be relied on. */
  readonly finish: (end: ChainHead, out: RowTaker, tx: Tx) => Promise<FoldFault | undefined>
}

/** Where rows go. */
export interface RowTaker {
  readonly put: PutRow
  /** Lets go of what was put; to be awaited now and then by whoever puts many. */
  readonly flush: () => Promise<void>
}

/** What a room registers of its tables: `npm run rebuild` and `npm run ledger:verify` know nothing else of them. */
export interface RowSource {
  /** In an order in which rows may be inserted. */
  readonly tables: readonly DerivedTable[]
  readonly begin: () => RowMaker
}
