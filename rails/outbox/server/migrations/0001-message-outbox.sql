-- Messages on their way to people. What a message says and where it goes is sealed with a key outside the database, bound
-- to the row, and erased once it has left or come too late: an edited row reaches nobody else, and nobody reads a code here.
create table message_outbox (
  id text collate "C" primary key,
  channel text not null check (channel in ('email', 'sms')),
  -- Masked, for staff; the address a message goes to is in `sealed`.
  shown_to text not null,
  kind text not null,
  has_code boolean not null,
  customer_id text,
  created_at bigint not null,
  expires_at bigint not null,
  state text not null check (state in ('waiting', 'sent', 'refused', 'late')),
  sealed bytea,
  tries integer not null default 0,
  next_try_at bigint not null,
  problem text,
  ended_at bigint,
  check ((state = 'waiting') = (ended_at is null)),
  check ((sealed is null) = (ended_at is not null))
);
create index message_outbox_waiting on message_outbox (channel, next_try_at) where state = 'waiting';
grant select, insert on message_outbox to bolsillo_app;
grant update (state, sealed, tries, next_try_at, problem, ended_at) on message_outbox to bolsillo_app;
select guard_rows('message_outbox');
-- That a message was to be sent, and how it ended, is in the journal (decision 70).
select keep_rows('message_outbox', '{id}', '{tries, next_try_at, problem}');
