-- The installation: which mode this database is of. Written once, at the first start, and never changed.
create table installation (
  only_row boolean primary key default true check (only_row),
  mode text not null check (mode in ('SIM', 'LIVE')),
  created_at bigint not null
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

-- Events written in the transaction of their cause. `transaction` lets the dispatcher stop before the oldest
-- transaction still open: a sequence number alone would let it pass over an event that commits late.
create table outbox (
  seq bigint generated always as identity primary key,
  transaction xid8 not null default pg_current_xact_id(),
  topic text not null,
  key text not null,
  payload jsonb not null,
  created_at bigint not null
);
create index outbox_in_commit_order on outbox (transaction, seq);
grant select, insert, delete on outbox to bolsillo_app;
grant usage on sequence outbox_seq_seq to bolsillo_app;

-- How far each event handler has come.
create table outbox_cursor (
  handler text primary key,
  transaction xid8 not null,
  seq bigint not null
);
grant select, insert, update on outbox_cursor to bolsillo_app;
