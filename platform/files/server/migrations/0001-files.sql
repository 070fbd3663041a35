-- Pictures customers uploaded. What is kept was made by us from what came; the bytes are encrypted with a key of their
-- own, and that key with one that is not in the database.

create table stored_file (
  id text primary key,
  customer_id text not null references customer (id),
  purpose text not null check (purpose in ('identity', 'deposit-proof', 'support')),
  bytes integer not null check (bytes > 0),
  width integer not null,
  height integer not null,
  created_at bigint not null,
  -- Null: waits to be used, and is removed when nobody does.
  used_at bigint
);
create index stored_file_of_customer on stored_file (customer_id, created_at);
create index stored_file_unused on stored_file (created_at) where used_at is null;
grant select, insert, delete on stored_file to bolsillo_app;
grant update (used_at) on stored_file to bolsillo_app;

-- A table of its own: lists of files never read pictures.
create table stored_file_body (
  file_id text primary key references stored_file (id) on delete cascade,
  wrapped_key bytea not null,
  body bytea not null
);
alter table stored_file_body alter column body set storage external;
grant select, insert on stored_file_body to bolsillo_app;

-- The cases a file belongs to. Whoever looks at a file names one of them.
create table stored_file_use (
  file_id text not null references stored_file (id),
  case_id text not null,
  at bigint not null,
  primary key (file_id, case_id)
);
grant select, insert on stored_file_use to bolsillo_app;

-- Looks of staff, counted by the hour; what was looked at stands in the audit as well.
create table file_view (
  place bigint generated always as identity primary key,
  operator_id text not null,
  file_id text not null,
  case_id text not null,
  reason text not null,
  at bigint not null
);
create index file_view_of_operator on file_view (operator_id, at);
grant select, insert on file_view to bolsillo_app;
