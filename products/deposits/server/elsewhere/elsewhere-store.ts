import type { Id, Instant } from '@bolsillo/kernel'
import { column, type Db, type Row, records, type Tx } from '@bolsillo/server-kit'

/** A return to another account of the payer, as two people agreed on it. */
export interface Elsewhere {
  readonly elsewhereId: Id<'dre'>
  readonly depositId: Id<'dep'>
  /** As rails write where money came from. */
  readonly account: string
  readonly holder: string
  readonly documentHash: string
  readonly reason: string
  readonly approvalId: Id<'apv'>
  readonly maker: Id<'opr'>
  readonly checker: Id<'opr'>
  readonly decidedAt: Instant
  /** Nothing is sent before. */
  readonly dueAt: Instant
}

const elsewhereRows = records<Elsewhere>({
  elsewhereId: column.id('id', 'dre'),
  depositId: column.id('deposit_id', 'dep'),
  account: column.text('account'),
  holder: column.text('holder'),
  documentHash: column.text('document_hash'),
  reason: column.text('reason'),
  approvalId: column.id('approval_id', 'apv'),
  maker: column.id('maker', 'opr'),
  checker: column.id('checker', 'opr'),
  decidedAt: column.at('decided_at'),
  dueAt: column.at('due_at'),
})

export async function insertElsewhere(tx: Tx, plan: Elsewhere): Promise<void> {
  await tx`insert into deposit_elsewhere ${tx(elsewhereRows.write(plan))}`
}

export async function insertElsewhereEnd(
  tx: Tx,
  end: {
    readonly elsewhereId: Id<'dre'>
    readonly outcome: 'sent' | 'stopped' | 'overtaken'
    readonly actor: string
    readonly returnId?: Id<'ret'>
    readonly at: Instant
  },
): Promise<void> {
  await tx`
    insert into deposit_elsewhere_end (elsewhere_id, outcome, actor, return_id, at)
    values (${end.elsewhereId}, ${end.outcome}, ${end.actor}, ${end.returnId ?? null}, ${end.at})`
}

/** What waits about a deposit. Under the deposit's lock there is one at most. */
export async function findElsewhere(db: Db, depositId: string): Promise<Elsewhere | undefined> {
  const [row] = await db<Row[]>`
    select planned.* from deposit_elsewhere planned
    where deposit_id = ${depositId}
      and not exists (select from deposit_elsewhere_end where elsewhere_id = planned.id)
    order by decided_at desc limit 1`
  return row === undefined ? undefined : elsewhereRows.read(row)
}

/** What has waited long enough, the longest first. */
export async function findDueElsewhere(db: Db, now: Instant, limit: number): Promise<readonly Elsewhere[]> {
  const rows = await db<Row[]>`
    select planned.* from deposit_elsewhere planned
    where due_at <= ${now} and not exists (select from deposit_elsewhere_end where elsewhere_id = planned.id)
    order by due_at, id limit ${limit}`
  return rows.map(elsewhereRows.read)
}

/** Names under which money of ours came from an account, by its number as a destination has it. */
export async function findPayersOf(db: Db, number: string): Promise<readonly string[]> {
  const rows = await db<{ from_name: string }[]>`
    select distinct from_name from deposit
    where from_name <> ''
      and (from_account = ${number} or split_part(from_account, '/', 2) = ${number}
        or split_part(from_account, ':', 2) = ${number})`
  return rows.map(({ from_name }) => from_name)
}

/** Whether a return of a deposit to its origin failed before. */
export async function hasFailedReturn(db: Db, depositId: string): Promise<boolean> {
  const rows = await db`
    select from deposit_return sent join deposit_return_end ended on ended.return_id = sent.id
    where sent.deposit_id = ${depositId} and ended.outcome = 'failed' limit 1`
  return rows.length === 1
}

/** That held money rests unclaimed: since when, until when, and why. */
export interface Unclaimed {
  readonly reason: string
  readonly decidedAt: Instant
  readonly reviewAt: Instant
}

const unclaimedRows = records<Unclaimed>({
  reason: column.text('reason'),
  decidedAt: column.at('decided_at'),
  reviewAt: column.at('review_at'),
})

export async function insertUnclaimed(
  tx: Tx,
  rests: Unclaimed & { readonly depositId: Id<'dep'>; readonly approvalId: Id<'apv'>; readonly actor: string },
): Promise<void> {
  const { approvalId, depositId, actor } = rests
  const row = { approval_id: approvalId, deposit_id: depositId, actor, ...unclaimedRows.write(rests) }
  await tx`insert into deposit_unclaimed ${tx(row)}`
}

/** The last time a deposit was put to rest, if nothing happened to it since. */
export async function findUnclaimed(db: Db, depositId: string): Promise<Unclaimed | undefined> {
  const [row] = await db<Row[]>`
    select rests.reason, rests.decided_at, rests.review_at
    from deposit_unclaimed rests join deposit on deposit.id = rests.deposit_id
    where rests.deposit_id = ${depositId} and deposit.stage = 'held' and rests.decided_at >= deposit.updated_at
    order by rests.decided_at desc limit 1`
  return row === undefined ? undefined : unclaimedRows.read(row)
}
