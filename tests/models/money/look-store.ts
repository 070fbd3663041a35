import { readAccountNames, readActsSince } from '@bolsillo/checker/journal/acts-since-store'
import { type RailEvent, readEvent } from '@bolsillo/payments/domain'
import type { Sql } from '@bolsillo/server-kit'

/** The balance of an account of the product. */
export interface BalanceRow {
  readonly id: string
  readonly posted: bigint
  readonly held: bigint
}

export async function readBalances(owner: Sql): Promise<readonly BalanceRow[]> {
  return await owner<BalanceRow[]>`
    select account.id, balance.posted, balance.held
    from ledger_balance balance join ledger_account account on account.account_no = balance.account_no`
}

export interface DepositRow {
  readonly id: string
  readonly rail_id: string
  readonly external_id: string | null
  readonly customer_id: string | null
  readonly asset: string
  readonly stage: string
  readonly held_reason: string | null
  readonly fail_reason: string | null
  readonly marks: readonly string[]
  readonly amount_minor: bigint | null
  readonly reversed_minor: bigint
  readonly credited_minor: bigint | null
}

export async function readDeposits(owner: Sql): Promise<readonly DepositRow[]> {
  return await owner<DepositRow[]>`
    select id, rail_id, external_id, customer_id, asset, stage, held_reason, fail_reason, marks, amount_minor,
      reversed_minor, credited_minor
    from deposit order by id`
}

export interface WithdrawalRow {
  readonly id: string
  readonly state: string
  readonly fail_reason: string | null
}

export async function readWithdrawals(owner: Sql): Promise<readonly WithdrawalRow[]> {
  return await owner<WithdrawalRow[]>`select id, state, fail_reason from withdrawal order by id`
}

export interface PayoutRow {
  readonly id: string
  readonly cause: string
  readonly rail_id: string
  readonly asset: string
  readonly minor: bigint
  readonly state: string
  /** The deposit that goes back, if it is one. */
  readonly deposit_id: string | null
}

export async function readPayouts(owner: Sql): Promise<readonly PayoutRow[]> {
  return await owner<PayoutRow[]>`
    select payout.id, payout.cause, coalesce(state.rail_id, payout.rail_id) as rail_id, payout.asset, payout.minor, state.state, sent.deposit_id
    from payout join payout_state state on state.payout_id = payout.id
      left join deposit_return sent on sent.id = payout.cause
    order by payout.id`
}

export interface EventRow {
  readonly id: string
  readonly seq: bigint
  readonly rail_id: string
  readonly kind: string
  readonly external_id: string
  readonly step: number
  readonly about: string
  readonly state: string
  readonly problem: string | null
  readonly tries: number
  readonly event: Readonly<Record<string, unknown>>
}

/** Events that were done by transactions after one, in the order they were done in; with the newest transaction. */
export async function readDoneEvents(
  owner: Sql,
  afterXid: bigint,
): Promise<readonly (EventRow & { readonly xid: bigint; readonly told: RailEvent })[]> {
  const rows = await owner<(EventRow & { readonly xid: bigint })[]>`
    select event.id, event.seq, event.rail_id, event.kind, event.external_id, event.step, event.about, state.state,
      state.problem, state.tries, event.event, state.xmin::text::bigint as xid
    from rail_event_state state join rail_event event on event.id = state.event_id
    where state.state = 'done' and state.xmin::text::bigint > ${afterXid} order by xid`
  return rows.map((row) => ({ ...row, told: readEvent(row.event) }))
}

/** Events that were not done yet. */
export async function readOpenEvents(owner: Sql): Promise<readonly EventRow[]> {
  return await owner<EventRow[]>`
    select event.id, event.seq, event.rail_id, event.kind, event.external_id, event.step, event.about, state.state,
      state.problem, state.tries, event.event
    from rail_event_state state join rail_event event on event.id = state.event_id
    where state.state <> 'done' order by event.seq`
}

export interface ClaimRow {
  readonly id: string
  readonly deposit_id: string | null
  readonly withdrawal_id: string | null
  readonly customer_id: string | null
  readonly minor: bigint
  readonly settled: bigint
}

export async function readClaims(owner: Sql): Promise<readonly ClaimRow[]> {
  return await owner<ClaimRow[]>`
    select claim.id, claim.deposit_id, claim.withdrawal_id, claim.customer_id, claim.minor,
      coalesce((select sum(minor) from deposit_claim_cleared where claim_id = claim.id), 0)::bigint as settled
    from deposit_claim claim order by claim.id`
}

export interface SweepRow {
  readonly seq: bigint
  readonly account: string
  readonly posted: bigint
}

/** What limits had room for and let go so far, account by account. */
export async function readLifted(
  owner: Sql,
): Promise<
  readonly { readonly account: string; readonly customer: string; readonly asset: string; readonly minor: bigint }[]
> {
  return await owner<{ account: string; customer: string; asset: string; minor: bigint }[]>`
    select hold.account, hold.customer_id as customer, hold.asset, sum(release.minor)::bigint as minor
    from limit_release as release join limit_hold as hold using (hold_id)
    where release.cause = 'limits:room' group by 1, 2, 3 order by 1`
}

/** What custodians passed to each other since an entry of the journal, posting by posting. */
export async function readSweeps(owner: Sql, afterSeq: bigint): Promise<readonly SweepRow[]> {
  const sweeps = (await readActsSince(owner, afterSeq)).filter(({ kind }) => kind === 'custody-sweep')
  const names = sweeps.length === 0 ? new Map<number, string>() : await readAccountNames(owner)
  return sweeps.flatMap(({ number, postings }) =>
    postings.map(({ account, posted }) => ({ seq: number, account: names.get(account) ?? '', posted })),
  )
}

/** Assets whose payments wait at an instant, with the rail. */
export async function readFreezes(
  owner: Sql,
  now: number,
): Promise<readonly { readonly rail_id: string; readonly asset: string }[]> {
  return await owner<{ rail_id: string; asset: string }[]>`
    select rail_id, asset from payout_freeze frozen where until_at > ${now}
      and not exists (select from payout_thaw thaw where thaw.freeze_id = frozen.id)`
}

/** Differences of a rail that stand open, in words. */
export async function readDifferences(owner: Sql): Promise<readonly string[]> {
  const rows = await owner<{ text: string }[]>`
    select rail_id || ' ' || kind || ' ' || external_id || ' ' || minor || ' ' || asset as text
    from reconciliation_difference difference
    where kind <> 'late'
      and not exists (select from reconciliation_closing closing where closing.difference_id = difference.id)
    order by found_at`
  return rows.map(({ text }) => text)
}

const watched = [
  'deposit',
  'deposit_step',
  'deposit_reversal',
  'deposit_claim',
  'withdrawal',
  'withdrawal_event',
  'payout',
  'payout_state',
  'payout_step',
  'rail_event',
  'rail_event_state',
  'rail_cursor',
  'journal_block',
  'ledger_balance',
  'outbox',
  'conversion_execution',
  'approval_decision',
] as const

/** Puts a gate before the statements that write: one of them, chosen by its number from now on, fails once. */
export async function installFailures(owner: Sql): Promise<void> {
  await owner.unsafe(`
    create sequence model_statement;
    create table model_failure (one boolean primary key default true, at bigint not null);
    insert into model_failure (at) values (-1);
    create function model_gate() returns trigger language plpgsql security definer set search_path = public as $$
    begin
      -- A sequence is not rolled back: what failed once does not fail again.
      if nextval('model_statement') = (select at from model_failure) then
        raise exception 'a statement that fails once' using errcode = 'internal_error';
      end if;
      return null;
    end $$;`)
  const there = await owner<{ name: string }[]>`
    select relname as name from pg_class where relkind = 'r' and relname = any (${[...watched]}::text[])`
  for (const { name } of there)
    await owner.unsafe(
      `create trigger model_gate before insert or update on ${name} for each statement execute function model_gate()`,
    )
}

/** Has the statement of that number from now on fail; 0: none. */
export async function armFailure(owner: Sql, inStatements: number): Promise<void> {
  await owner`
    update model_failure set at = case ${inStatements}::bigint when 0 then -1
      else (select last_value from model_statement) + ${inStatements} end`
}
