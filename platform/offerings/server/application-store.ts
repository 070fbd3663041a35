import type { Id } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'

/** An application as it is kept, with its end. */
export interface StoredApplication {
  readonly id: Id<'sub'>
  readonly offeringId: string
  readonly customerId: Id<'cus'>
  readonly attempt: number
  readonly quantity: bigint
  /** Minor units. */
  readonly held: bigint
  readonly holdId: Id<'hld'>
  readonly entryId: Id<'ent'>
  readonly salt: string
  readonly line: string
  readonly appliedAt: number
  readonly leftAt?: number
  readonly allotted?: bigint
  /** The entry that pays or releases it; from the allotment on. */
  readonly endEntryId?: Id<'ent'>
  readonly settledAt?: number
}

interface ApplicationColumns {
  id: Id<'sub'>
  offering_id: string
  customer_id: Id<'cus'>
  attempt: number
  quantity: bigint
  held: bigint
  hold_id: Id<'hld'>
  entry_id: Id<'ent'>
  salt: string
  line: string
  applied_at: bigint
  left_at: bigint | null
  allotted: bigint | null
  end_entry_id: Id<'ent'> | null
  settled_at: bigint | null
}

function applicationOf(row: ApplicationColumns): StoredApplication {
  const { id, attempt, quantity, held, salt, line } = row
  return {
    ...{ id, attempt, quantity, held, salt, line, appliedAt: Number(row.applied_at) },
    ...{ offeringId: row.offering_id, customerId: row.customer_id, holdId: row.hold_id, entryId: row.entry_id },
    ...(row.left_at === null ? {} : { leftAt: Number(row.left_at) }),
    ...(row.allotted === null ? {} : { allotted: row.allotted }),
    ...(row.end_entry_id === null ? {} : { endEntryId: row.end_entry_id }),
    ...(row.settled_at === null ? {} : { settledAt: Number(row.settled_at) }),
  }
}

const everything = (db: Db) => db`
  select own.*, left_at, allotted, result.entry_id as end_entry_id, settled_at
  from offering_application as own left join offering_leave as gone on gone.application_id = own.id
    left join offering_result as result on result.application_id = own.id
    left join offering_settlement as settled on settled.application_id = own.id`

const lockName = (offeringId: string): string => `offering ${offeringId}`

/** Until the transaction ends the offering is not closed: who applies and who leaves go together. */
export async function lockForApplicant(tx: Tx, offeringId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock_shared(hashtextextended(${lockName(offeringId)}, 0))`
}

/** Waits for everybody who is applying or leaving, and lets nobody begin until the transaction ends. */
export async function lockForClosing(tx: Tx, offeringId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${lockName(offeringId)}, 0))`
}

/** Keeps an application. @returns false when the customer has another that was sent at the same time. */
export async function insertApplication(tx: Tx, application: StoredApplication): Promise<boolean> {
  const { id, offeringId, customerId, attempt, quantity, held, holdId, entryId, salt, line, appliedAt } = application
  const kept = await tx`
    insert into offering_application (id, offering_id, customer_id, attempt, quantity, held, hold_id, entry_id, salt, line,
      applied_at)
    values (${id}, ${offeringId}, ${customerId}, ${attempt}, ${quantity}, ${held}, ${holdId}, ${entryId}, ${salt}, ${line},
      ${appliedAt})
    on conflict (offering_id, customer_id, attempt) do nothing returning id`
  return kept.length > 0
}

/** Keeps that an application was left. @returns false when it was already. */
export async function insertLeave(
  tx: Tx,
  { id, customerId }: Pick<StoredApplication, 'id' | 'customerId'>,
  leftAt: number,
): Promise<boolean> {
  const kept = await tx`
    insert into offering_leave (application_id, customer_id, left_at) values (${id}, ${customerId}, ${leftAt})
    on conflict do nothing returning application_id`
  return kept.length > 0
}

/** A customer's own application. */
export async function findOwn(db: Db, customerId: string, id: string): Promise<StoredApplication | undefined> {
  const [row] = await db<ApplicationColumns[]>`
    ${everything(db)} where own.id = ${id} and own.customer_id = ${customerId}`
  return row === undefined ? undefined : applicationOf(row)
}

/** A customer's applications, the last first, behind `before`. */
export async function findOwnPage(
  db: Db,
  customerId: string,
  { before, limit }: { readonly before?: string | undefined; readonly limit: number },
): Promise<readonly StoredApplication[]> {
  const rows = await db<ApplicationColumns[]>`
    ${everything(db)} where own.customer_id = ${customerId} and (${before ?? null}::text is null or own.id < ${before ?? ''})
    order by own.id desc limit ${limit}`
  return rows.map(applicationOf)
}

/** A customer's last application to each of these offerings. */
export async function findLastOf(
  db: Db,
  customerId: string,
  offeringIds: readonly string[],
): Promise<ReadonlyMap<string, StoredApplication>> {
  const rows = await db<ApplicationColumns[]>`
    ${everything(db)} where own.customer_id = ${customerId} and own.offering_id = any(${[...offeringIds]})
    order by own.attempt`
  return new Map(rows.map((row) => [row.offering_id, applicationOf(row)]))
}

/** What the closing takes: every application that was not left. Made-up ones have no id. */
export async function findStanding(
  tx: Tx,
  offeringId: string,
): Promise<ReadonlyArray<{ readonly line: string; readonly quantity: bigint }>> {
  return await tx<{ line: string; quantity: bigint }[]>`
    select line, quantity from offering_application as own
    where offering_id = ${offeringId}
      and not exists (select from offering_leave as gone where gone.application_id = own.id)
    union all select line, quantity from offering_simulated where offering_id = ${offeringId}`
}

/** Applicants of an offering that are made up. */
export async function insertSimulated(
  tx: Tx,
  offeringId: string,
  applicants: ReadonlyArray<{ readonly quantity: bigint; readonly line: string }>,
): Promise<void> {
  await tx`
    insert into offering_simulated (offering_id, number, quantity, line)
    select ${offeringId}, number, quantity, line
    from unnest(${applicants.map((_, at) => at + 1)}::int[], ${applicants.map(({ quantity }) => String(quantity))}::bigint[],
      ${applicants.map(({ line }) => line)}::text[]) as made_up (number, quantity, line)`
}

/** The sums of applications: whose they are nobody reads here. */
export async function findBooks(db: Db, offeringIds: readonly string[]): Promise<ReadonlyMap<string, BookSums>> {
  const rows = await db<({ offering_id: string } & BookSums)[]>`
    select offering_id, count(*) filter (where left_at is null)::int as applications,
      coalesce(sum(quantity) filter (where left_at is null), 0)::bigint as asked,
      coalesce(sum(held) filter (where left_at is null), 0)::bigint as held,
      count(left_at)::int as left, count(settled_at)::int as settled
    from (${everything(db)}) as own where offering_id = any(${[...offeringIds]}) group by offering_id`
  return new Map(rows.map(({ offering_id, ...sums }) => [offering_id, sums]))
}

/** Sums over the applications of an offering. */
export interface BookSums {
  readonly applications: number
  readonly asked: bigint
  /** Minor units. */
  readonly held: bigint
  readonly left: number
  readonly settled: number
}

/** Applications that got a result and were neither paid nor released, at most `limit`, behind an id. */
export async function findUnsettled(
  db: Db,
  offeringId: string,
  { isPaid, after, limit }: { readonly isPaid: boolean; readonly after: string; readonly limit: number },
): Promise<readonly StoredApplication[]> {
  const rows = await db<ApplicationColumns[]>`
    ${everything(db)} where own.offering_id = ${offeringId} and settled_at is null and own.id > ${after}
      and case when ${isPaid} then allotted > 0 else allotted = 0 end
    order by own.id limit ${limit}`
  return rows.map(applicationOf)
}
