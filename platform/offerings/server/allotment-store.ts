import type { Db, Tx } from '@bolsillo/server-kit'
import type { Allotted, Closing } from './offering-store.ts'

/** A line as it is published. */
interface PublishedLine {
  readonly line: string
  readonly quantity: bigint
  readonly allotted: bigint
}

/** Fixes the applications. */
export async function insertClosing(tx: Tx, offeringId: string, closing: Closing): Promise<void> {
  const { closedAt, applications, asked, root, journalAt } = closing
  await tx`
    insert into offering_closing (offering_id, closed_at, applications, asked, root, journal_at)
    values (${offeringId}, ${closedAt}, ${applications}, ${asked}, ${root}, ${journalAt})`
}

/** Keeps an allotment, its published lines, and what each application that is a customer's got of them. */
export async function insertAllotment(
  tx: Tx,
  offeringId: string,
  done: Allotted,
  lines: readonly PublishedLine[],
): Promise<void> {
  await tx`
    insert into offering_allotment (offering_id, allotted_at, secret, closing_act, public_at, public_value, seed, allotted)
    values (${offeringId}, ${done.allottedAt}, ${done.secret}, ${done.closingAct}, ${done.publicAt}, ${done.publicValue},
      ${done.seed}, ${done.allotted})`
  await tx`
    insert into offering_line (offering_id, line, quantity, allotted)
    select ${offeringId}, line, quantity, allotted
    from unnest(${lines.map(({ line }) => line)}::text[], ${lines.map(({ quantity }) => String(quantity))}::bigint[],
      ${lines.map(({ allotted }) => String(allotted))}::bigint[]) as published (line, quantity, allotted)`
}

/** The ids of applications of customers that wait for their result: those that were not left. */
export async function findWithoutResult(tx: Tx, offeringId: string): Promise<readonly string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from offering_application as own where offering_id = ${offeringId}
      and not exists (select from offering_leave as gone where gone.application_id = own.id) order by id`
  return rows.map(({ id }) => id)
}

/** What each of these applications got: that of its line. `entryIds`: of the entry that will pay or release it. */
export async function insertResults(
  tx: Tx,
  offeringId: string,
  ids: readonly string[],
  entryIds: readonly string[],
): Promise<void> {
  await tx`
    insert into offering_result (application_id, customer_id, offering_id, allotted, entry_id)
    select own.id, own.customer_id, own.offering_id, published.allotted, given.entry_id
    from unnest(${[...ids]}::text[], ${[...entryIds]}::text[]) as given (id, entry_id)
      join offering_application as own on own.id = given.id
      join offering_line as published on published.offering_id = own.offering_id and published.line = own.line
    where own.offering_id = ${offeringId}`
}

/** Keeps that an application was paid or released. */
export async function insertSettlement(
  tx: Tx,
  { id, customerId }: { readonly id: string; readonly customerId: string },
  settledAt: number,
): Promise<void> {
  await tx`
    insert into offering_settlement (application_id, customer_id, settled_at)
    values (${id}, ${customerId}, ${settledAt}) on conflict do nothing`
}

/** Keeps that all of an offering was paid or released, if it was. */
export async function insertEnd(tx: Tx, offeringId: string, endedAt: number): Promise<void> {
  await tx`
    insert into offering_end (offering_id, ended_at) select ${offeringId}, ${endedAt}
    where not exists (
      select from offering_result as result where offering_id = ${offeringId}
        and not exists (select from offering_settlement as done where done.application_id = result.application_id)
    ) on conflict do nothing`
}

/** The published list, in the order of the lines, behind `after`. */
export async function findLines(
  db: Db,
  offeringId: string,
  { after = '', limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<readonly PublishedLine[]> {
  return await db<PublishedLine[]>`
    select line, quantity, allotted from offering_line
    where offering_id = ${offeringId} and line collate "C" > ${after} order by line collate "C" limit ${limit}`
}
