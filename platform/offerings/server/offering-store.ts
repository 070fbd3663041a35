import type { Id } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import type { Offering, OfferingWords, RuleName } from '../domain/index.ts'

/** An offering as it is kept. */
export interface StoredOffering extends Offering {
  readonly currency: string
  readonly sealed: Uint8Array
}

/** What was fixed at the closing: before anybody knew the public value. */
export interface Closing {
  readonly closedAt: number
  readonly applications: number
  readonly asked: bigint
  readonly root: string
  /** The last act of the journal before it. */
  readonly journalAt: bigint
}

/** What the allotment came to, and from what. */
export interface Allotted {
  readonly allottedAt: number
  readonly secret: string
  readonly closingAct: bigint
  readonly publicAt: bigint
  readonly publicValue: string
  readonly seed: string
  readonly allotted: bigint
}

/** An offering with all that was recorded of it. */
export interface OfferingWithState extends StoredOffering {
  readonly publication?: { readonly publishedAt: number; readonly isPractice: boolean }
  readonly closing?: Closing
  readonly allotment?: Allotted
  readonly isSettled: boolean
  readonly simulated: { readonly applications: number; readonly asked: bigint }
}

interface OfferingColumns {
  id: Id<'off'>
  symbol: string
  currency: string
  price: bigint
  supply: bigint
  lot: bigint
  minimum: bigint
  cap: bigint
  rule: RuleName
  words: OfferingWords
  opens_at: bigint
  closes_at: bigint
  pays_at: bigint
  sellable_at: bigint
  secret_hash: string
  sealed: Buffer
  written_at: bigint
  written_by: string
  published_at: bigint | null
  is_practice: boolean | null
  closed_at: bigint | null
  applications: number | null
  asked: bigint | null
  root: string | null
  journal_at: bigint | null
  allotted_at: bigint | null
  secret: string | null
  closing_act: bigint | null
  public_at: bigint | null
  public_value: string | null
  seed: string | null
  allotted: bigint | null
  ended_at: bigint | null
  simulated: number
  simulated_asked: bigint
}

function offeringOf(row: OfferingColumns): OfferingWithState {
  const { id, symbol, currency, price, supply, lot, minimum, cap, rule, words, sealed } = row
  return {
    ...{ id, symbol, currency, price, supply, lot, minimum, cap, rule, words, sealed },
    ...{ secretHash: row.secret_hash, writtenAt: Number(row.written_at), writtenBy: row.written_by },
    ...{ opensAt: Number(row.opens_at), closesAt: Number(row.closes_at) },
    ...{ paysAt: Number(row.pays_at), sellableAt: Number(row.sellable_at) },
    isSettled: row.ended_at !== null,
    simulated: { applications: row.simulated, asked: row.simulated_asked },
    ...(row.published_at === null
      ? {}
      : { publication: { publishedAt: Number(row.published_at), isPractice: row.is_practice === true } }),
    ...closingOf(row),
    ...allottedOf(row),
  }
}

function closingOf(row: OfferingColumns): Pick<OfferingWithState, 'closing'> {
  const { closed_at: closedAt, applications, asked, root, journal_at: journalAt } = row
  if (closedAt === null || applications === null || asked === null || root === null || journalAt === null) return {}
  return { closing: { closedAt: Number(closedAt), applications, asked, root, journalAt } }
}

function allottedOf(row: OfferingColumns): Pick<OfferingWithState, 'allotment'> {
  const { secret, public_value: publicValue, seed, allotted, closing_act: closingAct, public_at: publicAt } = row
  if (secret === null || publicValue === null || seed === null || allotted === null) return {}
  if (row.allotted_at === null || closingAct === null || publicAt === null) return {}
  const allottedAt = Number(row.allotted_at)
  return { allotment: { allottedAt, secret, closingAct, publicAt, publicValue, seed, allotted } }
}

const everything = (db: Db) => db`
  select offering.*, published_at, is_practice, closed_at, applications, asked, root, journal_at,
    allotted_at, secret, closing_act, public_at, public_value, seed, allotted, ended_at,
    (select count(*)::int from offering_simulated as made_up where made_up.offering_id = offering.id) as simulated,
    (select coalesce(sum(quantity), 0)::bigint from offering_simulated as made_up where made_up.offering_id = offering.id)
      as simulated_asked
  from offering left join offering_publication as publication on publication.offering_id = offering.id
    left join offering_closing as closing on closing.offering_id = offering.id
    left join offering_allotment as done on done.offering_id = offering.id
    left join offering_end as ended on ended.offering_id = offering.id`

/** Where a list of offerings goes on: behind a time and an id. */
export interface Place {
  readonly at: number
  readonly id: string
}

/** Keeps an offering for good. */
export async function insertOffering(tx: Tx, offering: StoredOffering): Promise<void> {
  const { id, symbol, currency, price, supply, lot, minimum, cap, rule, words, sealed, secretHash } = offering
  await tx`
    insert into offering (id, symbol, currency, price, supply, lot, minimum, cap, rule, words, opens_at, closes_at,
      pays_at, sellable_at, secret_hash, sealed, written_at, written_by)
    values (${id}, ${symbol}, ${currency}, ${price}, ${supply}, ${lot}, ${minimum}, ${cap}, ${rule},
      ${JSON.stringify(words)}::text::jsonb, ${offering.opensAt}, ${offering.closesAt}, ${offering.paysAt},
      ${offering.sellableAt}, ${secretHash}, ${Buffer.from(sealed)}, ${offering.writtenAt}, ${offering.writtenBy})`
}

/** An offering by its id. */
export async function findOffering(db: Db, id: string): Promise<OfferingWithState | undefined> {
  const [row] = await db<OfferingColumns[]>`${everything(db)} where offering.id = ${id}`
  return row === undefined ? undefined : offeringOf(row)
}

/** Offerings by their ids. */
export async function findOfferings(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, OfferingWithState>> {
  const rows = await db<OfferingColumns[]>`${everything(db)} where offering.id = any(${[...ids]})`
  return new Map(rows.map((row) => [row.id, offeringOf(row)]))
}

/** Offerings that were published, the last to close first. */
export async function findPublished(
  db: Db,
  { limit, after }: { readonly limit: number; readonly after: Place | undefined },
): Promise<readonly OfferingWithState[]> {
  const rows = await db<OfferingColumns[]>`${everything(db)}
    where published_at is not null
      and (${after === undefined} or (closes_at, offering.id) < (${after?.at ?? 0}::bigint, ${after?.id ?? ''}))
    order by closes_at desc, offering.id desc limit ${limit}`
  return rows.map(offeringOf)
}

const shownMax = 100

/** Published offerings that are not open yet, the next to open first. */
export async function findComing(db: Db, now: number): Promise<readonly OfferingWithState[]> {
  const rows = await db<OfferingColumns[]>`${everything(db)}
    where published_at is not null and opens_at > ${now} and closed_at is null
    order by opens_at, offering.id limit ${shownMax}`
  return rows.map(offeringOf)
}

/** Published offerings that are open, the next to close first. */
export async function findOpen(db: Db, now: number): Promise<readonly OfferingWithState[]> {
  const rows = await db<OfferingColumns[]>`${everything(db)}
    where published_at is not null and opens_at <= ${now} and closes_at > ${now} and closed_at is null
    order by closes_at, offering.id limit ${shownMax}`
  return rows.map(offeringOf)
}

/** Every offering that was proposed or made up, the last first. */
export async function findProposed(
  db: Db,
  { limit, after }: { readonly limit: number; readonly after: Place | undefined },
): Promise<readonly OfferingWithState[]> {
  const rows = await db<OfferingColumns[]>`${everything(db)}
    where (${after === undefined} or (written_at, offering.id) < (${after?.at ?? 0}::bigint, ${after?.id ?? ''}))
    order by written_at desc, offering.id desc limit ${limit}`
  return rows.map(offeringOf)
}

/** It takes place: by two people, or made up by the practice market. */
export async function insertPublication(
  tx: Tx,
  publication: {
    readonly offeringId: string
    readonly publishedAt: number
    readonly decided?: { readonly approvalId: string; readonly maker: string; readonly checker: string }
  },
): Promise<void> {
  const { offeringId, publishedAt, decided } = publication
  await tx`
    insert into offering_publication (offering_id, approval_id, published_at, maker, checker, is_practice)
    values (${offeringId}, ${decided?.approvalId ?? null}, ${publishedAt}, ${decided?.maker ?? null},
      ${decided?.checker ?? null}, ${decided === undefined})`
}

/** Published offerings that are over, or were closed whatever the clock says now, and not settled: the first to close first. */
export async function findDue(db: Db, now: number): Promise<readonly string[]> {
  const rows = await db<{ id: string }[]>`
    select offering.id from offering join offering_publication as publication on publication.offering_id = offering.id
      left join offering_closing as closing on closing.offering_id = offering.id
      left join offering_end as ended on ended.offering_id = offering.id
    where (closes_at <= ${now} or closed_at is not null) and ended_at is null order by closes_at, offering.id`
  return rows.map(({ id }) => id)
}

/** When the practice market's offerings that are not long over opened, or open. */
export async function findPracticeOpenings(db: Db, since: number): Promise<readonly number[]> {
  const rows = await db<{ opens_at: bigint }[]>`
    select opens_at from offering join offering_publication as publication on publication.offering_id = offering.id
    where is_practice and closes_at >= ${since}`
  return rows.map(({ opens_at }) => Number(opens_at))
}
