-- The installation: which mode this database is of. Written once, at the first start, and never changed.
create table installation (
  only_row boolean primary key default true check (only_row),
  mode text not null check (mode in ('SIM', 'LIVE')),
  created_at bigint not null,
  demo_at bigint
);
grant select on installation to bolsillo_app;

-- Answers to requests with an Idempotency-Key. The record of a success is written in the transaction of its effect.
create table idempotency_record (
  scope text not null,
  key text not null,
  body_hash text not null,
  status integer not null,
  body text not null,
  created_at bigint not null,
  primary key (scope, key)
);
create index idempotency_record_by_age on idempotency_record (created_at);
grant select, insert, delete on idempotency_record to bolsillo_app;

-- Events written in the transaction of their cause. `transaction` stands first on purpose: its default takes the
-- transaction's number before `seq` is drawn, so whoever draws a higher transaction number after reading the sequence
-- knows that every lower seq is settled once all lower transactions are (see kit/server/outbox).
create table outbox (
  transaction xid8 not null default pg_current_xact_id(),
  seq bigint generated always as identity primary key,
  topic text not null,
  key text not null,
  -- json, not jsonb: it is written once and read once, as it stands.
  payload json not null,
  created_at bigint not null
);
alter table outbox alter payload set storage external;
create index outbox_by_topic on outbox (topic, seq);
grant select, insert, delete on outbox to bolsillo_app;
grant select on sequence outbox_seq_seq to bolsillo_app;

-- How far each event handler has come.
create table outbox_cursor (
  handler text primary key,
  seq bigint not null
);
grant select, insert, update on outbox_cursor to bolsillo_app;

-- Events a handler failed on as often as it may. Somebody has to look at them; the events after them went on.
create table outbox_parked (
  handler text not null,
  seq bigint not null,
  topic text not null,
  key text not null,
  payload jsonb not null,
  problem text not null,
  parked_at bigint not null,
  primary key (handler, seq)
);
grant select, insert on outbox_parked to bolsillo_app;

-- Jobs that run again and again. A lease says that a process is at it; when it ends early another may take over.
create table job (
  name text primary key,
  due_at bigint not null,
  leased_until bigint not null default 0,
  failures integer not null default 0,
  problem text,
  ran_at bigint
);
grant select, insert, update on job to bolsillo_app;
