import { hash as digest } from 'node:crypto'
import { instant } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import { type AuditRecord, parseAuditPayload } from '../domain/index.ts'

/** A record of the chain that earlier versions kept. */
interface ChainedRecord {
  readonly seq: bigint
  readonly payload: string
  readonly hash: Buffer
}

/** Which records a page shows: newest first, with a number below `before`. */
export interface AuditPage {
  readonly before?: bigint
  /** Only of these actions. */
  readonly actions?: readonly string[]
  readonly limit: number
}

const int8Max = 9_223_372_036_854_775_807n

/** Hands payloads to the audit; they are numbered when the transaction commits. */
export async function appendRecords(tx: Tx, payloads: readonly string[]): Promise<void> {
  await tx`select audit_append(${payloads}::text[])`
}

/** Where a record is kept. Those of the chain have no place. */
interface FoundRecord {
  readonly seq: bigint
  readonly place: bigint | null
}

/** Records somebody caused or that concern them, newest first. */
export async function findRecordsAbout(db: Db, who: string, page: AuditPage): Promise<readonly AuditRecord[]> {
  const before = page.before ?? int8Max
  const ofAction = page.actions === undefined ? db`` : db`and action = any (${[...page.actions]}::text[])`
  const found = await db<FoundRecord[]>`
    select seq, place from (
      (select seq, place from audit_found where actor = ${who} and seq < ${before} ${ofAction}
        order by seq desc limit ${page.limit})
      union
      (select seq, place from audit_found where subject = ${who} and seq < ${before} ${ofAction}
        order by seq desc limit ${page.limit})
    ) as own order by seq desc limit ${page.limit}`
  return await readRecords(db, found)
}

/** All records, newest first. */
export async function findRecords(db: Db, page: AuditPage): Promise<readonly AuditRecord[]> {
  const ofAction = page.actions === undefined ? db`` : db`and action = any (${[...page.actions]}::text[])`
  const found = await db<FoundRecord[]>`
    select seq, place from audit_found where seq < ${page.before ?? int8Max} ${ofAction}
    order by seq desc limit ${page.limit}`
  return await readRecords(db, found)
}

/**
 * Records of these actions numbered above `after`, oldest first, and up to which number all of them were looked at. Numbers
 * are given in the order of the commits, so nothing is recorded later below one that was read.
 */
export async function findRecordsAfter(
  db: Db,
  after: bigint,
  { actions, limit }: { readonly actions: readonly string[]; readonly limit: number },
): Promise<{ readonly records: readonly AuditRecord[]; readonly upTo: bigint }> {
  const newest = await readCount(db)
  const found = await db<FoundRecord[]>`
    select seq, place from audit_found
    where seq > ${after} and seq <= ${newest} and action = any (${[...actions]}::text[]) order by seq limit ${limit}`
  const last = found.at(-1)
  const upTo = found.length === limit && last !== undefined ? last.seq : newest
  return { records: await readRecords(db, found), upTo }
}

interface ReadAct {
  readonly place: bigint
  /** Null while it waits. */
  readonly bytes: Buffer | null
  readonly at: bigint
  readonly actor: string
  readonly action: string
  readonly subject: string
  readonly details: Readonly<Record<string, string>>
}

const placesOf = (found: readonly FoundRecord[]): string[] =>
  found.flatMap(({ place }) => (place === null ? [] : String(place)))

/** What records say, in the order given. */
async function readRecords(db: Db, found: readonly FoundRecord[]): Promise<readonly AuditRecord[]> {
  const read = await db<ReadAct[]>`select * from audit_acts(${placesOf(found)}::bigint[])`
  const acts = new Map(read.map((act) => [act.place, act]))
  const chained = await findChained(db, found)
  return found.flatMap(({ seq, place }) => {
    if (place === null) {
      const { payload, hash } = chained.get(seq) ?? {}
      const record = payload === undefined ? undefined : parseAuditPayload(payload)
      return record === undefined ? [] : { seq, hash: hash?.toString('hex'), ...record }
    }
    const act = acts.get(place)
    if (act === undefined) return []
    const { bytes, at, actor, action, subject, details } = act
    const hash = bytes === null ? undefined : digest('sha256', bytes, 'hex')
    return { seq, hash, at: instant(Number(at)), actor, action, subject, details }
  })
}

async function findChained(
  db: Db,
  found: readonly FoundRecord[],
): Promise<ReadonlyMap<bigint, ChainedRecord & { readonly previous: Buffer | null }>> {
  const seqs = found.flatMap(({ seq, place }) => (place === null ? seq : []))
  if (seqs.length === 0) return new Map()
  const rows = await db<(ChainedRecord & { previous: Buffer | null })[]>`
    select own.seq, own.payload, own.hash, earlier.hash as previous
    from audit_record as own left join audit_record as earlier on earlier.seq = own.seq - 1
    where own.seq = any (${seqs.map(String)}::bigint[])`
  return new Map(rows.map((row) => [row.seq, row]))
}

/** A record with what its hash is taken of: the bytes of an act, or of the chain the text and the hash before. */
export type HashedRecord =
  | { readonly seq: bigint; readonly act: bigint; readonly bytes: Buffer }
  | (ChainedRecord & { readonly previous: Buffer | null })

/** Records somebody caused or that concern them, oldest first, up to those that wait to be acts. */
export async function findHashedAbout(
  db: Db,
  who: string,
  after: bigint,
  limit: number,
): Promise<readonly HashedRecord[]> {
  const found = await db<FoundRecord[]>`
    select seq, place from (
      (select seq, place from audit_found where actor = ${who} and seq > ${after} order by seq limit ${limit})
      union
      (select seq, place from audit_found where subject = ${who} and seq > ${after} order by seq limit ${limit})
    ) as own order by seq limit ${limit}`
  const hashed = await db<{ place: bigint; act: bigint; bytes: Buffer }[]>`
    select place, act, bytes from audit_bytes(${placesOf(found)}::bigint[])`
  const acts = new Map(hashed.map((act) => [act.place, act]))
  const chained = await findChained(db, found)
  return found.flatMap(({ seq, place }) => {
    if (place === null) return chained.get(seq) ?? []
    const act = acts.get(place)
    return act === undefined ? [] : { seq, act: act.act, bytes: act.bytes }
  })
}

/** Records of the chain with a number above `after`, in order. */
export async function findChainedAfter(db: Db, after: bigint, limit: number): Promise<readonly ChainedRecord[]> {
  return await db<ChainedRecord[]>`
    select seq, payload, hash from audit_record where seq > ${after} order by seq limit ${limit}`
}

/** Where the chain ended: the number of its last record, and the hash. */
export async function readChainEnd(db: Db): Promise<{ readonly seq: bigint; readonly hash: string }> {
  const [row] = await db<{ seq: bigint; hash: Buffer }[]>`select seq, hash from audit_head`
  if (row === undefined) throw new Error('audit_head has no row')
  return { seq: row.seq, hash: row.hash.toString('hex') }
}

/** How many records there are. */
export async function readCount(db: Db): Promise<bigint> {
  const [row] = await db<{ records: bigint }[]>`select records from audit_count`
  if (row === undefined) throw new Error('audit_count has no row')
  return row.records
}
