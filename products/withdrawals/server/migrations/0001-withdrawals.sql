-- Where customers may be paid to. What a destination is never changes: there is no grant to update anything of it but the
-- moment it was taken off the list. A changed account is a new destination, which waits again.
create table destination (
  id text collate "C" primary key,
  customer_id text not null,
  kind text not null check (kind in ('clabe', 'pix', 'address', 'account')),
  -- As payments take it: the whole instruction, word for word.
  instruction jsonb not null,
  -- CLABE, PIX key, address or account number.
  number text not null,
  network text check ((kind = 'address') = (network is not null)),
  label text,
  -- What a bank may ask for besides.
  extra jsonb not null default '{}',
  -- Made from where money came from, by a return to origin.
  is_origin boolean not null default false,
  added_at bigint not null,
  usable_at bigint not null check (usable_at >= added_at),
  removed_at bigint check (removed_at >= added_at)
);
create unique index destination_once on destination (customer_id, kind, number, coalesce(network, ''), is_origin)
  where removed_at is null;
create index destination_of_customer on destination (customer_id, id);

-- One row a customer: what is asked of one customer's withdrawals happens one after the other under its lock.
create table withdrawal_customer (
  customer_id text primary key
);

create table withdrawal (
  id text collate "C" primary key,
  customer_id text not null,
  destination_id text not null references destination (id),
  channel text not null,
  asset text not null,
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0),
  vat bigint not null check (vat >= 0),
  net bigint not null check (net > 0),
  hold_id text not null unique,
  returned boolean not null default false,
  requested_at bigint not null,
  -- What changes: only by the transition table, each change with a row of history in the same transaction.
  state text not null default 'under-review'
    check (state in ('under-review', 'doing', 'complete', 'fail', 'cancelled')),
  fail_reason text check ((state = 'fail') = (fail_reason is not null)),
  changed_at bigint not null,
  escalated_at bigint,
  approval_id text,
  rail_id text,
  external_id text,
  check (amount = fee + vat + net)
);
create index withdrawal_of_customer on withdrawal (customer_id, id desc);
create index withdrawal_waiting on withdrawal (requested_at) where state in ('under-review', 'doing');
create index withdrawal_to_destination on withdrawal (destination_id);
create index withdrawal_completed on withdrawal (changed_at) where state = 'complete';

-- What happened, in order; insert-only.
create table withdrawal_event (
  seq bigint generated always as identity primary key,
  withdrawal_id text not null references withdrawal (id),
  at bigint not null,
  what text not null,
  state text not null,
  actor text not null,
  reason text,
  -- The ledger entry of this step, if it moved or reserved anything.
  entry_id text unique
);
create index withdrawal_event_of on withdrawal_event (withdrawal_id, seq);

-- Why a review waits (one withdrawal) or the law stops withdrawals (one customer). Always with an end.
create table withdrawal_hold (
  id text collate "C" primary key,
  withdrawal_id text references withdrawal (id),
  customer_id text not null,
  reason text not null,
  legal boolean not null,
  evidence text,
  -- Two people of the staff for a legal one.
  maker text not null,
  checker text,
  from_at bigint not null,
  until_at bigint not null check (until_at > from_at),
  ended_at bigint,
  ended_by text,
  check (legal = (withdrawal_id is null)),
  check (not legal or (evidence is not null and checker is not null and checker <> maker)),
  check (until_at - from_at <= 90 * 86400000::bigint)
);
create index withdrawal_hold_of_withdrawal on withdrawal_hold (withdrawal_id) where withdrawal_id is not null;
create index withdrawal_hold_of_customer on withdrawal_hold (customer_id) where legal;

grant select, insert on destination, withdrawal, withdrawal_event, withdrawal_hold, withdrawal_customer to bolsillo_app;
grant update (removed_at) on destination to bolsillo_app;
grant update (state, fail_reason, changed_at, escalated_at, approval_id, rail_id, external_id) on withdrawal to bolsillo_app;
grant update (ended_at, ended_by) on withdrawal_hold to bolsillo_app;
-- Taking a row's lock needs the right to update something of it.
grant update (customer_id) on withdrawal_customer to bolsillo_app;

-- The transition table once more, below everything: what ended stays ended, and nothing jumps.
create function withdrawal_moves_only() returns trigger language plpgsql as $$
begin
  if new.state <> old.state and not (
    (old.state = 'under-review' and new.state in ('doing', 'fail', 'cancelled'))
    or (old.state = 'doing' and new.state in ('complete', 'fail'))
  ) then
    raise exception 'a withdrawal cannot go from % to %', old.state, new.state;
  end if;
  return new;
end $$;
create trigger withdrawal_moves before update on withdrawal
  for each row execute function withdrawal_moves_only();
