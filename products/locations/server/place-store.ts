import type { Id, Instant } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import type { PlaceDetails, PlaceVersion } from '../domain/index.ts'

interface VersionColumns {
  place_id: `loc_${string}`
  number: number
  details: PlaceDetails
  written_at: bigint
  written_by: string
  decided_at: bigint | null
}

/** A version, and since when it is public, if two people decided so. */
interface StoredVersion extends PlaceVersion {
  readonly publishedAt?: number
}

const versionOf = (row: VersionColumns): StoredVersion => ({
  placeId: row.place_id,
  number: row.number,
  details: row.details,
  writtenAt: Number(row.written_at),
  writtenBy: row.written_by,
  ...(row.decided_at === null ? {} : { publishedAt: Number(row.decided_at) }),
})

/** A new place. */
export async function insertPlace(tx: Tx, id: Id<'loc'>): Promise<void> {
  await tx`insert into location_place (id) values (${id})`
}

/** How many places there are; nobody adds one until the transaction ends. */
export async function countPlaces(tx: Tx): Promise<number> {
  await tx`select pg_advisory_xact_lock(hashtextextended('locations', 0))`
  const [row] = await tx<{ count: number }[]>`select count(*)::int as count from location_place`
  return row?.count ?? 0
}

/** The number of the last version of a place, which stays so until the transaction ends; 0 when there is no such place. */
export async function lockPlace(tx: Tx, id: Id<'loc'>): Promise<number> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`locations ${id}`}, 0))`
  const [row] = await tx<{ last: number }[]>`
    select coalesce(max(number), 0) as last from location_version where place_id = ${id}`
  return row?.last ?? 0
}

/** Keeps a version for good. */
export async function insertVersion(tx: Tx, version: PlaceVersion): Promise<void> {
  const { placeId, number, details, writtenAt, writtenBy } = version
  await tx`
    insert into location_version (place_id, number, details, written_at, written_by)
    values (${placeId}, ${number}, ${JSON.stringify(details)}::text::jsonb, ${writtenAt}, ${writtenBy})`
}

/** A version of a place. */
export async function findVersion(db: Db, placeId: string, number: number): Promise<StoredVersion | undefined> {
  const [row] = await db<VersionColumns[]>`
    select version.*, decided_at from location_version as version
      left join location_publication using (place_id, number)
    where version.place_id = ${placeId} and version.number = ${number}`
  return row === undefined ? undefined : versionOf(row)
}

/** The greatest number of a place that is public; 0 when none is. */
export async function findLastPublished(db: Db, placeId: string): Promise<number> {
  const [row] = await db<{ number: number }[]>`
    select coalesce(max(number), 0) as number from location_publication where place_id = ${placeId}`
  return row?.number ?? 0
}

/** Two people decided that a version is public. */
export async function insertPublication(
  tx: Tx,
  publication: {
    readonly approvalId: string
    readonly placeId: string
    readonly number: number
    readonly decidedAt: Instant
    readonly maker: string
    readonly checker: string
  },
): Promise<void> {
  const { approvalId, placeId, number, decidedAt, maker, checker } = publication
  await tx`
    insert into location_publication (approval_id, place_id, number, decided_at, maker, checker)
    values (${approvalId}, ${placeId}, ${number}, ${decidedAt}, ${maker}, ${checker})`
}

/** Each place as its last public version; with an id only that one. */
export async function findPublished(db: Db, id?: string): Promise<ReadonlyArray<Required<StoredVersion>>> {
  const rows = await db<VersionColumns[]>`
    select distinct on (version.place_id) version.*, decided_at from location_publication
      join location_version as version using (place_id, number)
    where ${id ?? null}::text is null or version.place_id = ${id ?? null}
    order by version.place_id, version.number desc`
  return rows.map((row) => ({ ...versionOf(row), publishedAt: Number(row.decided_at) }))
}

/** The latest version of every place, the last written first. */
export async function findWritten(
  db: Db,
  wanted: {
    readonly limit: number
    readonly before: { readonly writtenAt: number; readonly placeId: string } | undefined
  },
): Promise<readonly StoredVersion[]> {
  const { limit, before } = wanted
  const rows = await db<VersionColumns[]>`
    select version.*, decided_at from location_version as version
      left join location_publication using (place_id, number)
    where not exists (
        select from location_version as later where later.place_id = version.place_id and later.number > version.number)
      and (${before === undefined} or (written_at, version.place_id)
        < (${before?.writtenAt ?? 0}::bigint, ${before?.placeId ?? ''}))
    order by written_at desc, version.place_id desc limit ${limit}`
  return rows.map(versionOf)
}
