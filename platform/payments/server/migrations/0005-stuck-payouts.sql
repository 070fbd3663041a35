-- A rail's own number of a payment out serves once: written the one way numbers are compared.
create table payout_number (
  rail_id text not null,
  number text not null,
  payout_id text not null references payout (id),
  at bigint not null,
  primary key (rail_id, number)
);
insert into payout_number (rail_id, number, payout_id, at)
select payout.rail_id, upper(state.external_id), payout.id, state.changed_at
from payout join payout_state as state on state.payout_id = payout.id
where state.state = 'confirmed' and state.external_id is not null
order by state.changed_at, payout.id
on conflict do nothing;
create trigger insert_only before update or delete or truncate on payout_number
  for each statement execute function payments_refuse();
grant select, insert on payout_number to bolsillo_app;

-- Which rail pays it now, when it is another than the first; when its rail was last asked to, and how often; until when
-- it is not asked, because two people decide about it.
alter table payout_state
  add column rail_id text,
  add column attempts integer not null default 0,
  add column attempt_at bigint,
  add column stopped_until bigint;
-- Whether an earlier version reached the rail is not known of what was tried: it counts as asked.
update payout_state set attempts = greatest(tries, 1), attempt_at = changed_at where tries > 0 or state <> 'requested';

-- Payments out that do not go on by themselves: what staff have to end, since when, and by when.
create table payout_stuck (
  payout_id text primary key references payout (id),
  reason text not null check (reason in ('not-taken', 'no-news', 'other-amount', 'other-end')),
  since bigint not null,
  due_at bigint not null,
  -- Told to whoever watches when nobody ended it in time.
  overdue_at bigint,
  ended_at bigint
);
create index payout_stuck_open on payout_stuck (since) where ended_at is null;
grant select, insert, update on payout_stuck to bolsillo_app;
