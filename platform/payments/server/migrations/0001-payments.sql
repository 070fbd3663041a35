-- A number of a customer's own, given once and never again: the leaf of a derivation path, the tail of a CLABE.
create table payment_customer (
  customer_id text primary key,
  no integer generated always as identity unique,
  given_at bigint not null
);

-- Whose a CLABE, a PIX txid, an address or a reference is. Never given to anybody else: rows are only added.
create table payment_target (
  rail_id text not null,
  target text not null,
  customer_id text not null references payment_customer (customer_id),
  primary key (rail_id, target)
);

-- What a customer was shown for a channel. It stays what was shown, whatever the rail would say today.
create table payment_address (
  customer_id text not null references payment_customer (customer_id),
  channel text not null,
  rail_id text not null,
  address jsonb not null,
  shown_at bigint not null,
  primary key (customer_id, channel)
);

-- How far each rail was read.
create table rail_cursor (
  rail_id text primary key,
  cursor text,
  read_at bigint not null,
  problem text
);

-- What a rail told, as it told it, before anything is done about it. `step` counts confirmations. What is told again
-- is the same row; what is told otherwise goes to rail_contradiction.
create table rail_event (
  id text primary key,
  seq bigint generated always as identity unique,
  rail_id text not null,
  kind text not null check (kind in ('received', 'reversed', 'payout-sent', 'payout-confirmed', 'payout-failed')),
  external_id text not null,
  step integer not null check (step >= 0),
  -- What the event is about: events about the same are handed on in order.
  about text not null,
  -- The payment made, where it can happen twice (a transaction included again after a reorganisation).
  payment text,
  customer_id text,
  asset text,
  minor bigint,
  target text,
  from_name text,
  from_account text,
  event jsonb not null,
  raw text not null,
  at bigint not null,
  told_at bigint not null,
  unique (rail_id, kind, external_id, step)
);
create index rail_event_about on rail_event (rail_id, about, seq);
create index rail_event_of_customer on rail_event (customer_id) where customer_id is not null;
create index rail_event_payment on rail_event (rail_id, payment) where payment is not null;

-- What was done about an event.
create table rail_event_state (
  event_id text primary key references rail_event (id),
  seq bigint not null unique,
  state text not null check (state in ('waiting', 'parked', 'done')),
  tries integer not null default 0,
  next_try_at bigint not null,
  problem text,
  changed_at bigint not null
);
create index rail_event_open on rail_event_state (seq) where state <> 'done';

-- The same event told with another content: never handed on, always shown.
create table rail_contradiction (
  id text primary key,
  event_id text not null references rail_event (id),
  told jsonb not null,
  raw text not null,
  digest text not null,
  told_at bigint not null,
  unique (event_id, digest)
);

-- Notices that came through the door, each once. They credit nothing: they make us ask the provider again.
create table rail_notice (
  rail_id text not null,
  notice_id text not null,
  signed_at bigint not null,
  came_at bigint not null,
  bytes integer not null,
  primary key (rail_id, notice_id)
);

-- One payment out for each cause.
create table payout (
  id text primary key,
  cause text not null unique,
  rail_id text not null,
  channel text not null,
  asset text not null,
  minor bigint not null check (minor > 0),
  destination jsonb not null,
  reference text not null,
  requested_at bigint not null
);

-- Where a payment out stands, and when the rail is asked to take it next.
create table payout_state (
  payout_id text primary key references payout (id),
  state text not null check (state in ('requested', 'instructed', 'sent', 'confirmed', 'failed')),
  external_id text,
  failure text,
  tries integer not null default 0,
  next_try_at bigint not null,
  problem text,
  changed_at bigint not null
);
create index payout_to_send on payout_state (next_try_at) where state = 'requested';

-- Every state a payment out ever had.
create table payout_step (
  payout_id text not null references payout (id),
  no integer not null,
  state text not null,
  at bigint not null,
  actor text not null,
  details jsonb not null,
  primary key (payout_id, no)
);

create function payments_refuse() returns trigger language plpgsql as $$
begin
  raise exception '% is insert-only: % refused', tg_table_name, lower(tg_op) using errcode = 'insufficient_privilege';
end $$;
do $$
declare name text;
begin
  foreach name in array array['payment_customer', 'payment_target', 'payment_address', 'rail_event',
    'rail_contradiction', 'rail_notice', 'payout', 'payout_step'] loop
    execute format('create trigger insert_only before update or delete or truncate on %I
      for each statement execute function payments_refuse()', name);
  end loop;
end $$;

grant select, insert on payment_customer, payment_target, payment_address, rail_event, rail_contradiction, rail_notice,
  payout, payout_step to bolsillo_app;
grant select, insert, update on rail_cursor, rail_event_state, payout_state to bolsillo_app;
