import { instant } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import type { Tile } from './build-tree.ts'

/** A proof as stored and published. */
export interface StoredProof {
  readonly number: number
  readonly at: number
  readonly journalSeq: bigint
  readonly journalHash: string
  readonly statement: string
  readonly hash: string
  readonly previous: string
  readonly key: string
  readonly signature: string
}

/** What customers' apps said of a proof. */
export interface CheckCounts {
  readonly sound: number
  readonly unsound: number
}

interface ProofRow {
  readonly number: number
  readonly made_at: bigint
  readonly journal_seq: bigint
  readonly journal_hash: Buffer
  readonly statement: string
  readonly hash: Buffer
  readonly previous: Buffer
  readonly signing_key: string
  readonly signature: string
}

/** Tiles written with one statement: about 800 kB. */
const tilesPerWrite = 64

/** Making the trees of a million customers takes a minute or two, and a transaction stays open meanwhile. */
const makingTimeoutMs = 600_000

/** Lets a transaction wait for trees to be made. */
export async function allowLongMaking(tx: Tx): Promise<void> {
  await tx`select set_config('idle_in_transaction_session_timeout', ${String(makingTimeoutMs)}, true)`
}

/** Stores a proof. Refused by the database unless it follows the last one. */
export async function insertProof(tx: Tx, proof: StoredProof): Promise<void> {
  await tx`insert into liability_proof
    (number, made_at, journal_seq, journal_hash, statement, hash, previous, signing_key, signature)
    values (${proof.number}, ${proof.at}, ${proof.journalSeq}, ${Buffer.from(proof.journalHash, 'hex')},
      ${proof.statement}, ${Buffer.from(proof.hash, 'hex')}, ${Buffer.from(proof.previous, 'hex')}, ${proof.key},
      ${proof.signature})`
}

/** Stores the nodes of the tree of an asset. */
export async function insertTiles(tx: Tx, number: number, asset: string, tiles: readonly Tile[]): Promise<void> {
  for (let start = 0; start < tiles.length; start += tilesPerWrite) {
    const part = tiles.slice(start, start + tilesPerWrite)
    const hexes = part.map(({ nodes }) => nodes.toString('hex'))
    await tx`insert into liability_tile (number, asset, base, place, first_hash, nodes)
      select ${number}, ${asset}, base, place, substring(nodes for 32), nodes from (
        select base, place, decode(hex, 'hex') as nodes from unnest(
          ${part.map(({ base }) => base)}::smallint[], ${part.map(({ place }) => place)}::integer[], ${hexes}::text[]
        ) as given (base, place, hex)) as tile`
  }
}

/** The last proof. */
export async function findLastProof(db: Db): Promise<StoredProof | undefined> {
  const [row] = await db<ProofRow[]>`select * from liability_proof order by number desc limit 1`
  return row === undefined ? undefined : proofOf(row)
}

/** The proof of a number. */
export async function findProof(db: Db, number: number): Promise<StoredProof | undefined> {
  const [row] = await db<ProofRow[]>`select * from liability_proof where number = ${number}`
  return row === undefined ? undefined : proofOf(row)
}

/** Proofs with a number below `before`, newest first. */
export async function findProofsBefore(db: Db, before: number, limit: number): Promise<readonly StoredProof[]> {
  const rows = await db<ProofRow[]>`
    select * from liability_proof where number < ${before} order by number desc limit ${limit}`
  return rows.map(proofOf)
}

/** Proofs with a number above `after`, in order. */
export async function findProofsAfter(db: Db, after: number, limit: number): Promise<readonly StoredProof[]> {
  const rows = await db<
    ProofRow[]
  >`select * from liability_proof where number > ${after} order by number limit ${limit}`
  return rows.map(proofOf)
}

/** The one tile of leaves a leaf is in, if it is in any. */
export async function findLeafTile(db: Db, number: number, asset: string, leaf: Buffer): Promise<Tile | undefined> {
  const [row] = await db<{ base: number; place: number; nodes: Buffer }[]>`
    select base, place, nodes from liability_tile
    where number = ${number} and asset = ${asset} and base = 0 and first_hash <= ${leaf}
    order by first_hash desc limit 1`
  return row
}

/** Tiles of a tree by base and place. */
export async function findTiles(
  db: Db,
  number: number,
  asset: string,
  wanted: readonly Pick<Tile, 'base' | 'place'>[],
): Promise<readonly Tile[]> {
  if (wanted.length === 0) return []
  return await db<{ base: number; place: number; nodes: Buffer }[]>`
    select base, place, nodes from liability_tile join unnest(
      ${wanted.map(({ base }) => base)}::smallint[], ${wanted.map(({ place }) => place)}::integer[]
    ) as wanted (base, place) using (base, place)
    where number = ${number} and asset = ${asset} order by base`
}

/** Every tile of a tree, lowest and first first. */
export async function findTilesOf(db: Db, number: number, asset: string): Promise<readonly Tile[]> {
  return await db<Tile[]>`
    select base, place, nodes from liability_tile where number = ${number} and asset = ${asset} order by base, place`
}

/** Of which assets a proof has trees. */
export async function findTreeNames(db: Db, number: number): Promise<readonly string[]> {
  const rows = await db<{ asset: string }[]>`
    select distinct asset from liability_tile where number = ${number} order by asset`
  return rows.map(({ asset }) => asset)
}

/** Notes what a customer's app found; saying it again changes nothing. */
export async function insertCheck(
  tx: Tx,
  check: { readonly number: number; readonly customerId: string; readonly sound: boolean; readonly at: number },
): Promise<void> {
  await tx`insert into liability_check (number, customer_id, sound, checked_at)
    values (${check.number}, ${check.customerId}, ${check.sound}, ${check.at}) on conflict do nothing`
}

/** How many said what of these proofs. */
export async function countChecks(db: Db, numbers: readonly number[]): Promise<ReadonlyMap<number, CheckCounts>> {
  if (numbers.length === 0) return new Map()
  const rows = await db<{ number: number; sound: number; unsound: number }[]>`
    select number, count(*) filter (where sound)::integer as sound, count(*) filter (where not sound)::integer as unsound
    from liability_check where number = any (${numbers}::integer[]) group by number`
  return new Map(rows.map(({ number, ...counts }) => [number, counts]))
}

function proofOf(row: ProofRow): StoredProof {
  return {
    number: row.number,
    at: instant(Number(row.made_at)),
    journalSeq: row.journal_seq,
    journalHash: row.journal_hash.toString('hex'),
    statement: row.statement,
    hash: row.hash.toString('hex'),
    previous: row.previous.toString('hex'),
    key: row.signing_key,
    signature: row.signature,
  }
}
