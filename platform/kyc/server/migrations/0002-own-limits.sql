-- Customers' own limits. Each change is a row; the one in force is the last asked of those whose time has come. Only the
-- withdrawing of a change that still waits is written into it.
create table limit_change (
  change_no bigint generated always as identity primary key,
  customer_id text collate "C" not null,
  subject text not null check (subject in ('pay-in', 'loss')),
  period text not null check (period in ('day', 'week', 'month')),
  minor bigint check (minor > 0),
  zone text not null check (length(zone) between 1 and 64),
  asked_at bigint not null,
  effective_at bigint not null check (effective_at >= asked_at),
  withdrawn_at bigint
);
create index limit_change_of on limit_change (customer_id, subject, period, change_no desc) where withdrawn_at is null;
grant select, insert on limit_change to bolsillo_app;
grant update (withdrawn_at) on limit_change to bolsillo_app;

create function limit_change_in_force_stays() returns trigger language plpgsql as $$
begin
  if old.withdrawn_at is not null or new.withdrawn_at is null or new.withdrawn_at >= old.effective_at then
    raise exception 'limit change % is in force or withdrawn', old.change_no using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger in_force_stays before update on limit_change
  for each row execute function limit_change_in_force_stays();

-- Pauses are never changed: not ended early, not shortened. A longer one is another row.
create table limit_pause (
  pause_no bigint generated always as identity primary key,
  customer_id text collate "C" not null,
  scope text not null check (scope in ('trading', 'everything')),
  from_at bigint not null,
  until_at bigint check (until_at > from_at),
  zone text not null check (length(zone) between 1 and 64)
);
create index limit_pause_of on limit_pause (customer_id, until_at desc nulls first);
grant select, insert on limit_pause to bolsillo_app;

-- Money that came in and may be traded with: what pay-in limits count. `pesos` as it was worth then.
create table limit_counted (
  customer_id text collate "C" not null,
  asset text not null,
  minor bigint not null check (minor > 0),
  pesos bigint not null check (pesos >= 0),
  at bigint not null,
  entry_id text not null
);
create index limit_counted_of on limit_counted (customer_id, at desc);
grant select, insert on limit_counted to bolsillo_app;

-- Money that came in beyond a limit: a hold in the ledger, which says how much of it is left.
create table limit_hold (
  hold_id text collate "C" primary key,
  customer_id text collate "C" not null,
  account text not null,
  asset text not null,
  deposit_id text not null,
  opened bigint not null check (opened > 0),
  released bigint not null default 0 check (released between 0 and opened),
  opened_at bigint not null,
  looked_at bigint not null
);
create index limit_hold_open on limit_hold (account, opened_at, hold_id) where released < opened;
create index limit_hold_next on limit_hold (looked_at) where released < opened;
create index limit_hold_of on limit_hold (customer_id) where released < opened;
grant select, insert on limit_hold to bolsillo_app;
grant update (released, looked_at) on limit_hold to bolsillo_app;

-- What was let go of a hold for a withdrawal, so that it is set aside again when the money comes back.
create table limit_release (
  entry_id text collate "C" primary key,
  hold_id text collate "C" not null,
  cause text not null,
  minor bigint not null check (minor > 0),
  at bigint not null
);
create index limit_release_of_cause on limit_release (cause);
grant select, insert on limit_release to bolsillo_app;
