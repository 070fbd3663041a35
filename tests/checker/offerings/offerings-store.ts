import type { BooksRead } from '../books-store.ts'

/** A published offering, as it is stored. */
export interface OfferingRow {
  readonly id: string
  readonly symbol: string
  readonly price: bigint
  readonly sellableAt: bigint
  readonly isPractice: boolean
  /** Whether an approval of two people names it. */
  readonly isApproved: boolean
}

/** An application with its end, as far as there is one. */
export interface ApplicationRow {
  readonly id: string
  readonly offeringId: string
  readonly customerId: string
  readonly quantity: bigint
  readonly held: bigint
  readonly holdId: string
  readonly entryId: string
  readonly isLeft: boolean
  readonly allotted: bigint | undefined
  readonly endEntryId: string | undefined
  readonly isSettled: boolean
}

/** An allotment as it is published, in the order of its lines. */
export interface PublishedRow {
  readonly id: string
  readonly supply: bigint
  readonly lot: bigint
  readonly minimum: bigint
  readonly cap: bigint
  readonly rule: string
  readonly secretHash: string
  readonly root: string
  readonly secret: string
  readonly closingAct: bigint
  readonly publicAt: bigint
  readonly publicValue: string
  readonly seed: string
  readonly allotted: bigint
  readonly lines: readonly PublishedLine[]
}

/** A line of the published list, in units. */
export interface PublishedLine {
  readonly id: string
  readonly quantity: bigint
  readonly allotted: bigint
}

/** Every published offering; undefined where the database knows of none yet. */
export async function readOfferings(read: BooksRead): Promise<readonly OfferingRow[] | undefined> {
  const [known] = await read<{ there: boolean }[]>`select to_regclass('offering_end') is not null as there`
  if (known?.there !== true) return undefined
  const rows = await read<
    (Record<'id' | 'symbol' | 'price' | 'sellable_at', string> & Record<'is_practice' | 'is_approved', boolean>)[]
  >`
    select offering.id, symbol, price::text, sellable_at::text, is_practice,
      coalesce(proposal.kind = 'offerings.publish' and proposal.subject = offering.id and outcome = 'approved'
        and proposal.maker = publication.maker and decided_by = publication.checker, false) as is_approved
    from offering join offering_publication as publication on publication.offering_id = offering.id
      left join approval as proposal on proposal.id = publication.approval_id
      left join approval_decision as decision on decision.approval_id = proposal.id
    order by offering.id`
  return rows.map((row) => ({
    ...{ id: row.id, symbol: row.symbol, price: BigInt(row.price) },
    ...{ sellableAt: BigInt(row.sellable_at), isPractice: row.is_practice, isApproved: row.is_approved },
  }))
}

/** Every application. */
export async function readApplications(read: BooksRead): Promise<readonly ApplicationRow[]> {
  const rows = await read<
    {
      id: string
      offering_id: string
      customer_id: string
      quantity: string
      held: string
      hold_id: string
      entry_id: string
      is_left: boolean
      allotted: string | null
      end_entry_id: string | null
      is_settled: boolean
    }[]
  >`
    select own.id, own.offering_id, own.customer_id, quantity::text, held::text, hold_id, own.entry_id,
      gone.application_id is not null as is_left, allotted::text, result.entry_id as end_entry_id,
      settled.application_id is not null as is_settled
    from offering_application as own left join offering_leave as gone on gone.application_id = own.id
      left join offering_result as result on result.application_id = own.id
      left join offering_settlement as settled on settled.application_id = own.id
    order by own.id`
  return rows.map((row) => ({
    ...{ id: row.id, offeringId: row.offering_id, customerId: row.customer_id, quantity: BigInt(row.quantity) },
    ...{ held: BigInt(row.held), holdId: row.hold_id, entryId: row.entry_id, isLeft: row.is_left },
    allotted: row.allotted === null ? undefined : BigInt(row.allotted),
    endEntryId: row.end_entry_id ?? undefined,
    isSettled: row.is_settled,
  }))
}

/** Every allotment, with its lines as its file has them. */
export async function readPublished(read: BooksRead): Promise<readonly PublishedRow[]> {
  const names = ['supply', 'lot', 'minimum', 'cap', 'closing_act', 'public_at', 'allotted'] as const
  const rows = await read<
    (Record<(typeof names)[number], string> &
      Record<'id' | 'rule' | 'secret_hash' | 'root' | 'secret' | 'public_value' | 'seed', string> & {
        lines: string[]
      })[]
  >`
    select offering.id, supply::text, lot::text, minimum::text, cap::text, rule, secret_hash, root, secret, closing_act::text,
      public_at::text, public_value, seed, allotted::text,
      array(select concat_ws(',', line, quantity, own.allotted) from offering_line as own
        where own.offering_id = offering.id order by line collate "C") as lines
    from offering join offering_closing as closing on closing.offering_id = offering.id
      join offering_allotment as done on done.offering_id = offering.id
    order by offering.id`
  return rows.map((row) => ({
    ...{ id: row.id, rule: row.rule, secretHash: row.secret_hash, root: row.root, secret: row.secret },
    ...{ publicValue: row.public_value, seed: row.seed, lines: row.lines.map(lineOf) },
    ...{ supply: BigInt(row.supply), lot: BigInt(row.lot), minimum: BigInt(row.minimum), cap: BigInt(row.cap) },
    ...{ closingAct: BigInt(row.closing_act), publicAt: BigInt(row.public_at), allotted: BigInt(row.allotted) },
  }))
}

function lineOf(text: string): PublishedLine {
  const [id = '', quantity = '', allotted = ''] = text.split(',')
  return { id, quantity: BigInt(quantity), allotted: BigInt(allotted) }
}

/** Whether a line of each application that stood at the closing is among the published ones, with its quantity and result. */
export async function readStrays(read: BooksRead): Promise<readonly string[]> {
  const rows = await read<{ id: string }[]>`
    select own.id from offering_application as own join offering_allotment as done on done.offering_id = own.offering_id
      left join offering_leave as gone on gone.application_id = own.id
      left join offering_line as published on published.offering_id = own.offering_id and published.line = own.line
      left join offering_result as result on result.application_id = own.id
    where case when gone.application_id is null
      then published.line is null or published.quantity <> own.quantity or result.allotted is distinct from published.allotted
      else published.line is not null or result.application_id is not null end
    union all
    select published.offering_id || ' ' || published.line from offering_line as published
    where not exists (select from offering_application as own where own.offering_id = published.offering_id and own.line = published.line)
      and not exists (select from offering_simulated as made_up
        where made_up.offering_id = published.offering_id and made_up.line = published.line and made_up.quantity = published.quantity)`
  return rows.map(({ id }) => id)
}
