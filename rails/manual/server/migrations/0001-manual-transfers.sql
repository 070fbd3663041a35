-- What two people of the staff read on the bank's statement and agreed upon. Never changed: a mistake is told as a
-- reversal of its own, by two people again.
create table manual_telling (
  seq bigint generated always as identity primary key,
  -- `in:<tracking number>` or `out:<payment>`: each is told once.
  key text not null unique,
  event jsonb not null,
  approval_id text not null unique,
  told_at bigint not null
);

-- Whoever tells holds this row, so that tellings stand in the order they were committed.
create table manual_head (
  one boolean primary key default true check (one)
);
insert into manual_head default values;

-- Payments out that wait for somebody to make them at the bank.
create table manual_payout (
  payout_id text primary key,
  asked_at bigint not null
);

create function manual_refuse() returns trigger language plpgsql as $$
begin
  raise exception '% is insert-only: % refused', tg_table_name, lower(tg_op) using errcode = 'insufficient_privilege';
end $$;
create trigger insert_only before update or delete or truncate on manual_telling
  for each statement execute function manual_refuse();
create trigger insert_only before update or delete or truncate on manual_payout
  for each statement execute function manual_refuse();

grant select, insert on manual_telling, manual_payout to bolsillo_app;
-- Locking a row takes the right to change one; there is nothing in it to change.
grant select, update on manual_head to bolsillo_app;
