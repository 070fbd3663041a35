import { type BooksRead, whole } from '../books-store.ts'

// What is asked of the tables of money that comes in and goes out, and of the people who decide about it. Each question
// answers the rows that must not be there; whole numbers travel as text.

/** A row that must not be, with what is wrong with it in words. */
interface Wrong {
  readonly what: string
}

/** Withdrawals under review with their reservation: the hold, and what the withdrawal says of it. */
export async function readWithdrawalHolds(read: BooksRead): Promise<
  readonly {
    readonly id: string
    readonly holdId: string
    readonly account: string
    readonly amount: bigint
    /** Fee and VAT. */
    readonly charges: bigint
    readonly state: string
  }[]
> {
  const rows = await read<
    {
      id: string
      hold_id: string
      customer_id: string
      asset: string
      amount: string
      charges: string
      state: string
      method: string
    }[]
  >`
    select id, hold_id, customer_id, asset, amount::text, (coalesce(fee, 0) + coalesce(vat, 0))::text as charges, state,
      case when asset in ('MXN', 'USD', 'BRL') then 'stock' else 'coin' end as method
    from withdrawal order by id`
  return rows.map((row) => ({
    id: row.id,
    holdId: row.hold_id,
    account: `${row.customer_id}:${row.method}:${row.asset}`,
    amount: BigInt(row.amount),
    charges: BigInt(row.charges),
    state: row.state,
  }))
}

/** Money beyond limits with its holds: what the limit's own rows say is left of each, and where. */
export async function readLimitHolds(
  read: BooksRead,
): Promise<readonly { readonly holdId: string; readonly account: string; readonly left: bigint }[]> {
  const rows = await read<{ hold_id: string; account: string; left: string }[]>`
    select hold_id, account, (opened - released)::text as left from limit_hold order by hold_id`
  return rows.map((row) => ({ holdId: row.hold_id, account: row.account, left: BigInt(row.left) }))
}

/** A deposit that is credited: what it says, and what the rail reported; undefined when it reported nothing. */
export interface CreditedDeposit {
  readonly id: string
  readonly customerId: string
  readonly entryId: string
  readonly credited: bigint
  readonly amount: bigint
  readonly reported: bigint | undefined
}

/** Every deposit that is credited. */
export async function readCreditedDeposits(read: BooksRead): Promise<readonly CreditedDeposit[]> {
  const rows = await read<
    {
      id: string
      customer_id: string | null
      entry_id: string | null
      credited: string | null
      amount: string | null
      reported: string | null
    }[]
  >`
    select deposit.id, customer_id, entry_id, credited_minor::text as credited, amount_minor::text as amount,
      told.minor::text as reported
    from deposit
      left join lateral (
        select minor from (
          select event.minor, event.seq from rail_event as event
          where event.rail_id = deposit.rail_id and event.external_id = deposit.external_id and event.kind = 'received'
          union all
          -- What came back of a payment, less what of it settled claims.
          select back.minor - (
              select coalesce(sum(settled.open_minor + settled.paid_minor + settled.written_off_minor), 0)
              from deposit_claim_back as settled
              where settled.rail_id = back.rail_id and settled.return_id = back.return_id), 0
          from payout_return as back
          where back.rail_id = deposit.rail_id and back.return_id = deposit.external_id) as either
        order by seq desc limit 1) as told on true
    where deposit.stage = 'credited' order by deposit.id`
  return rows.map(({ id, customer_id, entry_id, credited, amount, reported }) => ({
    ...{ id, customerId: customer_id ?? '', entryId: entry_id ?? '' },
    ...{ credited: whole(credited) ?? 0n, amount: whole(amount) ?? 0n, reported: whole(reported) },
  }))
}

/** The entries that deposits say they are credited with. */
export async function readDepositEntries(read: BooksRead): Promise<ReadonlySet<string>> {
  const rows = await read<{ id: string }[]>`select entry_id as id from deposit where entry_id is not null`
  return new Set(rows.map(({ id }) => id))
}

/** I10: what a rail calls by one reference is credited once. */
export async function findDoubledDeposits(read: BooksRead): Promise<readonly Wrong[]> {
  return await read<Wrong[]>`
    select 'reference ' || external_id || ' of ' || rail_id || ' is credited ' || count(*) || ' times' as what
    from deposit where external_id is not null group by rail_id, external_id having count(*) > 1`
}

/** I11: a withdrawal has one payout of what it says, and both have ended alike; what is on its way is what is clearing. */
export async function findWrongPayouts(read: BooksRead): Promise<readonly Wrong[]> {
  return await read<Wrong[]>`
    select 'withdrawal ' || withdrawal.id || ' is ' || withdrawal.state || ', its payout '
      || coalesce(payout.id || ' of ' || payout.minor || ' is ' || state.state, 'is not there') as what
    from withdrawal left join payout on payout.cause = withdrawal.id left join payout_state as state on state.payout_id = payout.id
    where case withdrawal.state
      when 'doing' then payout.id is null or payout.minor <> withdrawal.net or state.state in ('confirmed', 'failed')
      when 'complete' then payout.id is null or payout.minor <> withdrawal.net or state.state <> 'confirmed'
      when 'fail' then payout.id is not null and state.state <> 'failed'
      else payout.id is not null end
    union all
    select cause || ' is paid out ' || count(*) || ' times' from payout group by cause having count(*) > 1
    union all
    select 'house:payouts:' || asset || ' has ' || sum(posted) || ', on their way are ' || sum(due)
    from (
      select account.asset, balance.posted, 0::numeric as due
      from ledger_account as account join ledger_balance as balance using (account_no)
      where account.owner = 'house' and account.purse = 'payouts'
      union all
      select asset, 0, net from withdrawal where state = 'doing'
      union all
      select deposit.asset, 0, sent.minor from deposit_return as sent join deposit on deposit.id = sent.deposit_id
      where not exists (select from deposit_return_end as ended where ended.return_id = sent.id)
    ) as clearing group by asset having sum(posted) <> sum(due)`
}

/**
 * I10: money that arrived ends or is in a queue of staff: `house:unmatched` equals the held deposits, a debt to a rail is
 * settled before that rail holds anything, no more came back of a payment than was paid, no rail event waits for more than a
 * day outside a queue, and only two people close one.
 */
export async function findStandingMoney(read: BooksRead): Promise<readonly Wrong[]> {
  return await read<Wrong[]>`
    select 'house:unmatched:' || asset || ' has ' || sum(posted) || ', held deposits come to ' || sum(held) as what
    from (
      select account.asset, balance.posted, 0::numeric as held
      from ledger_account as account join ledger_balance as balance using (account_no)
      where account.owner = 'house' and account.purse = 'unmatched'
      union all
      select asset, 0, amount_minor - reversed_minor from deposit where stage = 'held'
    ) as unmatched group by asset having sum(posted) <> sum(held)
    union all
    select account.id || ' is ' || balance.posted || ' while that rail holds ' || -custody.posted
    from ledger_account as account join ledger_balance as balance using (account_no)
      join ledger_account as held on held.owner = account.owner and held.purse = 'custody' and held.asset = account.asset
      join ledger_balance as custody on custody.account_no = held.account_no
    where account.purse = 'owed' and balance.posted > 0 and custody.posted < 0
    union all
    select 'payment ' || payout.id || ' of ' || coalesce(state.arrived_minor, payout.minor) || ' (' || state.state
      || ') came back with ' || sum(back.minor)
    from payout_return as back join payout on payout.id = back.payout_id join payout_state as state on state.payout_id = payout.id
    group by payout.id, payout.minor, state.arrived_minor, state.state
    having sum(back.minor) > coalesce(state.arrived_minor, payout.minor) or state.state <> 'confirmed'
    union all
    select 'event ' || event.id || ' of ' || event.rail_id || ' waits since ' || event.told_at || ' and nobody sees it'
    from rail_event as event join rail_event_state as state on state.event_id = event.id
    where state.state = 'waiting'
      and event.told_at < (select max(ran_at) from reconciliation_run) - 86400000
      and not exists (
        select from rail_event as earlier join rail_event_state as stopped on stopped.event_id = earlier.id
        where stopped.state = 'parked' and earlier.rail_id = event.rail_id and earlier.about = event.about)
    union all
    select 'deposit ' || id || ' is announced since ' || created_at || ' and has not ended'
    from deposit
    where stage = 'awaiting-payment' and created_at < (select max(ran_at) from reconciliation_run) - 31 * 86400000::bigint
    union all
    select 'event ' || state.event_id || ' is closed, and two people did not close it'
    from rail_event_state as state
    where state.state = 'closed' and not exists (
      select from rail_trouble_end as ended join approval_decision as decision on decision.approval_id = ended.approval_id
      where ended.trouble_id = state.event_id and decision.outcome = 'approved')`
}

/**
 * I10: a debt of a customer has a claim staff can see: `house:claims` equals what is open of the claims, no claim is cleared
 * beyond its amount or returned beyond what was covered, and a withdrawal that was paid too much has the claim it names.
 */
export async function findWrongClaims(read: BooksRead): Promise<readonly Wrong[]> {
  return await read<Wrong[]>`
    with cleared as (
      select claim_id, minor as open,
        case way when 'take-available' then minor else 0 end as paid, case way when 'write-off' then minor else 0 end as written_off
      from deposit_claim_step
      union all
      select claim_id, open_minor, -paid_minor, -written_off_minor from deposit_claim_return
      union all
      select claim_id, open_minor, -paid_minor, -written_off_minor from deposit_claim_back
    ), claim as (
      select id, asset, withdrawal_id, customer_id, minor, minor - coalesce(sum(cleared.open), 0) as open,
        coalesce(sum(cleared.paid), 0) as paid, coalesce(sum(cleared.written_off), 0) as written_off
      from deposit_claim left join cleared on cleared.claim_id = deposit_claim.id
      group by id, asset, withdrawal_id, customer_id, minor
    )
    select 'house:claims:' || asset || ' has ' || sum(posted) || ', open claims come to ' || sum(open) as what
    from (
      select account.asset, balance.posted, 0::numeric as open
      from ledger_account as account join ledger_balance as balance using (account_no)
      where account.owner = 'house' and account.purse = 'claims'
      union all
      select asset, 0, open from claim
    ) as claims group by asset having sum(posted) <> -sum(open)
    union all
    select 'claim ' || id || ' of ' || minor || ' is open ' || open || ', paid ' || paid || ', written off ' || written_off
    from claim where open < 0 or paid < 0 or written_off < 0
    union all
    select 'withdrawal ' || withdrawal.id || ' was paid ' || withdrawal.claim || ' beyond what its customer had, its claim is of '
      || coalesce(claim.minor::text, 'nothing')
    from withdrawal full join claim on claim.withdrawal_id = withdrawal.id
    where (claim.withdrawal_id is not null or coalesce(withdrawal.claim, 0) <> 0)
      and (claim.minor, claim.customer_id) is distinct from (withdrawal.claim, withdrawal.customer_id)`
}

/** I12: whatever takes two people was decided by another than proposed it, in time, and before it was done. */
export async function findWrongApprovals(read: BooksRead): Promise<readonly Wrong[]> {
  return await read<Wrong[]>`
    select 'approval ' || proposal.id || ' (' || proposal.kind || ') of ' || proposal.maker || ' was decided by '
      || decision.decided_by as what
    from approval as proposal join approval_decision as decision on decision.approval_id = proposal.id
    where decision.outcome = 'approved' and (decision.decided_by = proposal.maker
      or decision.payload_hash <> proposal.payload_hash
      or decision.decided_at < proposal.created_at or decision.decided_at > proposal.expires_at)
    union all
    select 'withdrawal ' || withdrawal.id || ' was accepted under approval ' || coalesce(withdrawal.approval_id, 'none')
    from withdrawal
      left join approval as proposal on proposal.id = withdrawal.approval_id and proposal.subject = withdrawal.id
      left join approval_decision as decision on decision.approval_id = proposal.id and decision.outcome = 'approved'
      left join withdrawal_event as step on step.withdrawal_id = withdrawal.id and step.what = 'accept'
    where (withdrawal.state in ('doing', 'complete') or step.seq is not null)
      and not withdrawal.returned and (decision.approval_id is null or step.seq is null or step.at < decision.decided_at)`
}

/**
 * I11: nothing on its way out is forgotten. What did not end within a day is in a queue of staff: by the time of the last
 * thing that happened, so that books that are not in use are not blamed for standing still.
 */
export async function findForgotten(read: BooksRead): Promise<readonly Wrong[]> {
  const [known] = await read<{ there: boolean }[]>`select to_regclass('payout_stuck') is not null as there`
  if (known?.there !== true) return []
  return await read<Wrong[]>`
    with last as (
      select greatest((select max(at) from withdrawal_event), (select max(ran_at) from reconciliation_run)) as at
    ), queue as (select payout_id from payout_stuck where ended_at is null)
    select 'payout ' || payout.id || ' is ' || state.state || ' since ' || state.changed_at || ' and in no queue' as what
    from payout join payout_state as state on state.payout_id = payout.id, last
    where state.state in ('requested', 'instructed', 'sent') and state.changed_at < last.at - 86400000::bigint
      -- Payments by hand wait in the queue of transfers once people were asked for them.
      and not (coalesce(state.rail_id, payout.rail_id) = 'manual' and state.state <> 'requested')
      and payout.id not in (select payout_id from queue)
    union all
    select 'event ' || event.id || ' (' || event.kind || ') about payout ' || event.about
      || ' is put aside since ' || event.told_at || ' and in no queue'
    from rail_event as event join rail_event_state as open on open.event_id = event.id, last
    where open.state = 'parked' and event.kind in ('payout-sent', 'payout-confirmed', 'payout-failed')
      and event.told_at < last.at - 86400000::bigint
      and event.about in (select id from payout) and event.about not in (select payout_id from queue)
    union all
    select 'withdrawal ' || withdrawal.id || ' is under review since ' || requested_at || ' and was never escalated'
    from withdrawal, last
    -- The longest a review may be set to take, and an hour.
    where state = 'under-review' and escalated_at is null and requested_at < last.at - 73 * 3600000::bigint`
}
