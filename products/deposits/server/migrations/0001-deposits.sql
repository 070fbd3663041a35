-- The moves of domain/deposit.ts; a test compares the two.
create table deposit_move (
  from_stage text not null,
  to_stage text not null,
  primary key (from_stage, to_stage)
);
insert into deposit_move (from_stage, to_stage) values
  ('awaiting-payment', 'proof-check'), ('awaiting-payment', 'confirming'), ('awaiting-payment', 'held'),
  ('awaiting-payment', 'credited'), ('awaiting-payment', 'failed'),
  ('proof-check', 'confirming'), ('proof-check', 'failed'),
  ('confirming', 'held'), ('confirming', 'credited'), ('confirming', 'failed'),
  ('held', 'credited'), ('held', 'returning'), ('held', 'failed'),
  ('returning', 'held'), ('returning', 'failed');

-- Money that came, or that a customer said will come. What a rail told is known by (rail, external id) and is one
-- deposit for ever: that is why it can never be credited twice.
create table deposit (
  id text primary key,
  -- Null: nobody is known for it.
  customer_id text,
  channel text,
  rail_id text not null,
  method text not null check (method in ('spei', 'pix', 'chain', 'transfer')),
  network text,
  asked_asset text,
  asked_minor bigint check (asked_minor > 0),
  asset text not null,
  -- What the rail says was delivered.
  amount_minor bigint check (amount_minor > 0),
  -- What of it was taken back so far.
  reversed_minor bigint not null default 0 check (reversed_minor >= 0),
  credited_minor bigint check (credited_minor > 0),
  external_id text check (length(external_id) <= 120),
  told_to text,
  from_name text,
  from_account text,
  -- The hash a customer announced, to know the transfer by.
  transaction_hint text,
  stage text not null check (stage in
    ('awaiting-payment', 'proof-check', 'held', 'confirming', 'returning', 'credited', 'failed')),
  held_reason text,
  fail_reason text,
  marks text[] not null default '{}',
  seen integer not null default 0,
  needed integer not null default 1,
  proof_file_id text unique,
  entry_id text unique,
  created_at bigint not null,
  updated_at bigint not null,
  received_at bigint,
  ended_at bigint,
  limit_noted_at bigint,
  unique (rail_id, external_id),
  check ((asked_asset is null) = (asked_minor is null)),
  check ((stage = 'failed') = (fail_reason is not null)),
  check ((stage = 'credited') = (entry_id is not null)),
  check ((stage = 'credited') = (credited_minor is not null)),
  check (credited_minor is null or (customer_id is not null and credited_minor <= amount_minor)),
  check (stage <> 'held' or held_reason is not null),
  check ((stage in ('credited', 'failed')) = (ended_at is not null)),
  check (stage in ('awaiting-payment', 'proof-check', 'failed') or external_id is not null),
  check (reversed_minor = 0 or reversed_minor <= amount_minor)
);
create index deposit_of_customer on deposit (customer_id, id);
create index deposit_open on deposit (stage, created_at) where stage not in ('credited', 'failed');
create index deposit_over_limit on deposit (created_at) where 'over-limit' = any (marks) and limit_noted_at is null;

-- Whatever the program believes: no move but those of the table, and what has ended stays as it ended.
create function deposit_keep_moves() returns trigger language plpgsql as $$
begin
  if new.stage <> old.stage
    and not exists (select from deposit_move where from_stage = old.stage and to_stage = new.stage) then
    raise exception 'deposit % may not go from % to %', old.id, old.stage, new.stage using errcode = 'check_violation';
  end if;
  if old.stage in ('credited', 'failed') and (
    new.entry_id, new.credited_minor, new.fail_reason, new.ended_at, new.customer_id, new.external_id
  ) is distinct from (
    old.entry_id, old.credited_minor, old.fail_reason, old.ended_at, old.customer_id, old.external_id
  ) then
    raise exception 'deposit % has ended', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger keep_moves before update on deposit for each row execute function deposit_keep_moves();

-- Everything that happened to a deposit, in order.
create table deposit_step (
  deposit_id text not null references deposit (id),
  no integer not null,
  stage text not null,
  at bigint not null,
  -- `cus_…`, `opr_…`, `provider` or `system`.
  actor text not null,
  reason text,
  seen integer,
  needed integer,
  primary key (deposit_id, no)
);

-- What a bank or network took back, each part once.
create table deposit_reversal (
  rail_id text not null,
  reversal_id text not null,
  deposit_id text not null references deposit (id),
  minor bigint not null check (minor > 0),
  -- From what the customer had available, and what was not there.
  taken_minor bigint not null check (taken_minor >= 0),
  claimed_minor bigint not null check (claimed_minor >= 0),
  reason text not null,
  entry_id text,
  at bigint not null,
  primary key (rail_id, reversal_id),
  check (taken_minor + claimed_minor <= minor)
);
create index deposit_reversal_of on deposit_reversal (deposit_id);

-- What a customer still owes after a reversal, and what was cleared up of it.
create table deposit_claim (
  id text primary key,
  deposit_id text not null references deposit (id),
  customer_id text,
  asset text not null,
  minor bigint not null check (minor > 0),
  reason text not null,
  opened_at bigint not null
);
create table deposit_claim_step (
  claim_id text not null references deposit_claim (id),
  approval_id text not null unique,
  way text not null check (way in ('take-available', 'write-off')),
  minor bigint not null check (minor > 0),
  reason text not null,
  entry_id text not null unique,
  at bigint not null
);
create index deposit_claim_step_of on deposit_claim_step (claim_id);

-- Each try to send held money back, and how it ended.
create table deposit_return (
  id text primary key,
  deposit_id text not null references deposit (id),
  minor bigint not null check (minor > 0),
  reason text not null,
  actor text not null,
  asked_at bigint not null
);
create index deposit_return_of on deposit_return (deposit_id);
create table deposit_return_end (
  return_id text primary key references deposit_return (id),
  outcome text not null check (outcome in ('arrived', 'failed')),
  detail text not null,
  at bigint not null
);

create table deposit_channel_password (
  channel text primary key,
  -- HMAC-SHA256 under a key of the installation's.
  hash bytea not null,
  set_by text not null,
  set_at bigint not null
);
create table deposit_password_try (
  customer_id text not null,
  channel text not null,
  tries integer not null,
  last_at bigint not null,
  primary key (customer_id, channel)
);

create function deposit_refuse() returns trigger language plpgsql as $$
begin
  raise exception '% is insert-only: % refused', tg_table_name, lower(tg_op) using errcode = 'insufficient_privilege';
end $$;
do $$
declare name text;
begin
  foreach name in array array['deposit_step', 'deposit_reversal', 'deposit_claim', 'deposit_claim_step', 'deposit_return',
    'deposit_return_end'] loop
    execute format('create trigger insert_only before update or delete or truncate on %I
      for each statement execute function deposit_refuse()', name);
  end loop;
end $$;

grant select on deposit_move to bolsillo_app;
grant select, insert, update on deposit to bolsillo_app;
grant select, insert on deposit_step, deposit_reversal, deposit_claim, deposit_claim_step, deposit_return,
  deposit_return_end to bolsillo_app;
grant select, insert, update, delete on deposit_channel_password, deposit_password_try to bolsillo_app;
