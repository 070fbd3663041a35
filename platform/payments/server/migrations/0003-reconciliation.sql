-- Whose money a payment out is: staff who see where it goes leave a line in that customer's own log.
alter table payout add column customer_id text;

-- Every comparison of a rail's statement with the books that was ever made, with its sums day by day.
create table reconciliation_run (
  id text primary key,
  seq bigint generated always as identity unique,
  rail_id text not null,
  ran_at bigint not null,
  from_at bigint not null,
  to_at bigint not null,
  lines integer not null,
  bookings integer not null,
  differences integer not null,
  days jsonb not null
);
create index reconciliation_run_of_rail on reconciliation_run (rail_id, seq desc);

-- A difference, from the run that found it first.
create table reconciliation_difference (
  id text primary key,
  rail_id text not null,
  kind text not null,
  external_id text not null,
  asset text not null,
  minor bigint not null check (minor >= 0),
  line_minor bigint,
  booked_minor bigint,
  at bigint not null,
  run_id text not null references reconciliation_run (id),
  found_at bigint not null
);
create index reconciliation_difference_of_rail on reconciliation_difference (rail_id, found_at desc);

-- The run that no longer found it.
create table reconciliation_closing (
  difference_id text primary key references reconciliation_difference (id),
  run_id text not null references reconciliation_run (id),
  closed_at bigint not null
);

-- Payments of an asset wait while statement and books differ by too much. It ends by itself, or by the run that finds
-- the difference gone; a run that still finds it writes the next one.
create table payout_freeze (
  id text primary key,
  rail_id text not null,
  asset text not null,
  minor bigint not null check (minor > 0),
  from_at bigint not null,
  until_at bigint not null check (until_at > from_at),
  run_id text not null references reconciliation_run (id)
);
create index payout_freeze_of_asset on payout_freeze (asset, until_at desc);
create table payout_thaw (
  freeze_id text primary key references payout_freeze (id),
  run_id text not null references reconciliation_run (id),
  at bigint not null
);

do $$
declare name text;
begin
  foreach name in array array['reconciliation_run', 'reconciliation_difference', 'reconciliation_closing',
    'payout_freeze', 'payout_thaw'] loop
    execute format('create trigger insert_only before update or delete or truncate on %I
      for each statement execute function payments_refuse()', name);
  end loop;
end $$;

grant select, insert on reconciliation_run, reconciliation_difference, reconciliation_closing, payout_freeze, payout_thaw
  to bolsillo_app;
