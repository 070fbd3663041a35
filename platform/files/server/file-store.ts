import { type Id, type Instant, idOf, instant } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import type { FilePurpose, ViewReason } from '../domain/index.ts'

/** A file as its row says, without its bytes. */
export interface StoredFile {
  readonly id: Id<'fil'>
  readonly customerId: Id<'cus'>
  readonly purpose: FilePurpose
  readonly width: number
  readonly height: number
  readonly createdAt: Instant
  readonly usedAt: Instant | undefined
}

/** The bytes, sealed: the picture with its key, the key with the installation's. */
interface SealedBody {
  readonly wrappedKey: Buffer
  readonly body: Buffer
}

interface Row {
  readonly id: string
  readonly customer_id: string
  readonly purpose: FilePurpose
  readonly width: number
  readonly height: number
  readonly created_at: bigint
  readonly used_at: bigint | null
}

const fileOf = (row: Row): StoredFile => ({
  id: idOf('fil', row.id),
  customerId: idOf('cus', row.customer_id),
  purpose: row.purpose,
  width: row.width,
  height: row.height,
  createdAt: instant(Number(row.created_at)),
  usedAt: row.used_at === null ? undefined : instant(Number(row.used_at)),
})

/** Serializes a customer's uploads and an operator's views, so that the counted numbers do not change meanwhile. */
export async function lockCounting(tx: Tx, who: Id<'cus'> | Id<'opr'>): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`files ${who}`}, 0))`
}

/** How many files a customer uploaded for a purpose since `since`, and the bytes of all that are kept. */
export async function countFiles(
  db: Db,
  { customerId, purpose, since }: Pick<StoredFile, 'customerId' | 'purpose'> & { readonly since: Instant },
): Promise<{ readonly files: number; readonly bytes: number }> {
  const [row] = await db<{ files: bigint; bytes: bigint }[]>`
    select count(*) filter (where created_at > ${since} and purpose = ${purpose}) as files, coalesce(sum(bytes), 0)::bigint as bytes
    from stored_file where customer_id = ${customerId}`
  return { files: Number(row?.files ?? 0n), bytes: Number(row?.bytes ?? 0n) }
}

export async function insertFile(
  tx: Tx,
  file: Omit<StoredFile, 'usedAt'> & SealedBody & { readonly bytes: number },
): Promise<void> {
  await tx`
    insert into stored_file (id, customer_id, purpose, bytes, width, height, created_at)
    values (${file.id}, ${file.customerId}, ${file.purpose}, ${file.bytes}, ${file.width}, ${file.height},
      ${file.createdAt})`
  await tx`
    insert into stored_file_body (file_id, wrapped_key, body) values (${file.id}, ${file.wrappedKey}, ${file.body})`
}

export async function findFile(db: Db, id: Id<'fil'>): Promise<StoredFile | undefined> {
  const [row] = await db<Row[]>`select * from stored_file where id = ${id}`
  return row === undefined ? undefined : fileOf(row)
}

/** The file, locked until the end of the transaction: two cases cannot both take it. */
export async function lockFile(tx: Tx, id: Id<'fil'>): Promise<StoredFile | undefined> {
  const [row] = await tx<Row[]>`select * from stored_file where id = ${id} for no key update`
  return row === undefined ? undefined : fileOf(row)
}

export async function findBody(db: Db, id: Id<'fil'>): Promise<SealedBody | undefined> {
  const [row] = await db<{ wrapped_key: Buffer; body: Buffer }[]>`
    select wrapped_key, body from stored_file_body where file_id = ${id}`
  return row === undefined ? undefined : { wrappedKey: row.wrapped_key, body: row.body }
}

/** Writes down that a file belongs to a case from now on. */
export async function insertUse(tx: Tx, id: Id<'fil'>, caseId: string, at: Instant): Promise<void> {
  await tx`
    insert into stored_file_use (file_id, case_id, at) values (${id}, ${caseId}, ${at}) on conflict do nothing`
  await tx`update stored_file set used_at = ${at} where id = ${id} and used_at is null`
}

export async function belongsToCase(db: Db, id: Id<'fil'>, caseId: string): Promise<boolean> {
  const rows = await db`select 1 from stored_file_use where file_id = ${id} and case_id = ${caseId}`
  return rows.length > 0
}

export async function countViews(db: Db, operatorId: Id<'opr'>, since: Instant): Promise<number> {
  const [row] = await db<{ views: bigint }[]>`
    select count(*) as views from file_view where operator_id = ${operatorId} and at > ${since}`
  return Number(row?.views ?? 0n)
}

export async function insertView(
  tx: Tx,
  view: {
    readonly operatorId: Id<'opr'>
    readonly fileId: Id<'fil'>
    readonly caseId: string
    readonly reason: ViewReason
    readonly at: Instant
  },
): Promise<void> {
  await tx`
    insert into file_view (operator_id, file_id, case_id, reason, at)
    values (${view.operatorId}, ${view.fileId}, ${view.caseId}, ${view.reason}, ${view.at})`
}

/** Removes uploads nobody used, with their bytes. @returns how many. */
export async function removeUnused(db: Db, before: Instant): Promise<number> {
  const gone = await db`delete from stored_file where used_at is null and created_at < ${before}`
  return gone.count
}

/** Which of these files somebody of the staff opened, for this case. */
export async function findOpened(
  db: Db,
  asked: { readonly fileIds: readonly Id<'fil'>[]; readonly caseId: string; readonly by: Id<'opr'> },
): Promise<readonly Id<'fil'>[]> {
  const rows = await db<{ file_id: string }[]>`
    select distinct file_id from file_view
    where operator_id = ${asked.by} and case_id = ${asked.caseId} and file_id = any (${[...asked.fileIds]}::text[])
    order by file_id`
  return rows.map(({ file_id }) => idOf('fil', file_id))
}
