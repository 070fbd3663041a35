-- A bank may return a payment after it confirmed it: an event of its own.
alter table rail_event drop constraint rail_event_kind_check;
alter table rail_event add constraint rail_event_kind_check
  check (kind in ('received', 'reversed', 'payout-sent', 'payout-confirmed', 'payout-failed', 'payout-returned'));

-- What came back of a payment that was confirmed: each part once, by the rail's own number of it. The payment itself
-- stays confirmed. The approval is there when two people of the staff told it instead of the rail.
create table payout_return (
  rail_id text not null,
  return_id text not null,
  payout_id text not null references payout (id),
  minor bigint not null check (minor > 0),
  reason text not null,
  approval_id text unique,
  at bigint not null,
  primary key (rail_id, return_id)
);
create index payout_return_of on payout_return (payout_id);

-- Two people may end an event that cannot be handed on, without any effect of it.
alter table rail_event_state drop constraint rail_event_state_state_check;
alter table rail_event_state add constraint rail_event_state_state_check
  check (state in ('waiting', 'parked', 'done', 'closed'));
drop index rail_event_open;
create index rail_event_open on rail_event_state (seq) where state not in ('done', 'closed');

-- How a parked event, a contradiction or a message nobody understood ended: by two people, with a reason.
create table rail_trouble_end (
  trouble_id text primary key,
  reason text not null,
  approval_id text not null unique,
  at bigint not null
);

-- Differences two people looked into and accept as they are: they are kept in sight and hold nothing back any more.
create table reconciliation_acceptance (
  difference_id text primary key references reconciliation_difference (id),
  reason text not null,
  approval_id text not null unique,
  at bigint not null
);

do $$
declare name text;
begin
  foreach name in array array['payout_return', 'rail_trouble_end', 'reconciliation_acceptance'] loop
    execute format('create trigger insert_only before update or delete or truncate on %I
      for each statement execute function payments_refuse()', name);
  end loop;
end $$;
grant select, insert on payout_return, rail_trouble_end, reconciliation_acceptance to bolsillo_app;
