import { type BooksRead, fetched } from '../books-store.ts'

// SQL of the checker for proofs of liabilities.

/** A proof as it was published, and what its columns say. */
export interface ProofRow {
  readonly number: number
  readonly seq: bigint
  readonly journalHash: string
  readonly statement: string
  readonly hash: string
  readonly previous: string
  readonly key: string
  readonly signature: string
}

/** Every proof, in order. */
export async function readProofs(read: BooksRead): Promise<readonly ProofRow[]> {
  type Stored = Omit<ProofRow, 'seq'> & { seq: string }
  const rows = await read<Stored[]>`
    select number, journal_seq::text as seq, encode(journal_hash, 'hex') as "journalHash", statement,
      encode(hash, 'hex') as hash, encode(previous, 'hex') as previous, signing_key as key, signature
    from liability_proof order by liability_proof.number`
  return rows.map((row) => ({ ...row, seq: BigInt(row.seq) }))
}

/** Which trees are stored for a proof. */
export async function readTreeNames(read: BooksRead, number: number): Promise<readonly string[]> {
  const rows = await read<{ asset: string }[]>`
    select distinct asset from liability_tile where number = ${number} order by asset`
  return rows.map(({ asset }) => asset)
}

/** The stored nodes of a tree, lowest first: each tile with its level and place. */
export async function* readTiles(
  read: BooksRead,
  number: number,
  asset: string,
): AsyncGenerator<{ readonly base: number; readonly place: number; readonly nodes: Buffer }> {
  await read`
    declare proof_tiles no scroll cursor for
    select base, place, nodes from liability_tile
    where number = ${number} and asset = ${asset} order by liability_tile.base, liability_tile.place`
  yield* fetched<{ base: number; place: number; nodes: Buffer }>(read, 'proof_tiles', 64)
}

/** The head of the journal right after an act; undefined when no block or old entry ends there. */
export async function readHeadAt(read: BooksRead, seq: bigint): Promise<string | undefined> {
  const text = seq.toString()
  const [row] = await read<{ head: string }[]>`
    select encode(head, 'hex') as head from journal_block where last = ${text}::bigint
    union all
    select encode(hashes[(${text}::bigint - first_seq + 1)::integer], 'hex') from ledger_block
    where first_seq <= ${text}::bigint and first_seq + cardinality(ids) > ${text}::bigint`
  return row?.head
}
