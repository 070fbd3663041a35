-- What a customer chose; a row only where it was chosen. What nobody can switch off has none.
create table notice_choice (
  customer_id text not null,
  topic text not null check (topic in ('liquidations', 'money', 'orders', 'alerts', 'support')),
  channel text not null check (channel in ('email', 'push', 'sms', 'whatsapp')),
  is_on boolean not null,
  primary key (customer_id, topic, channel)
);
-- When a customer wants to be left alone: minutes of the day, by the clocks of a zone.
create table notice_quiet (
  customer_id text primary key,
  from_minute integer not null check (from_minute between 0 and 1439),
  to_minute integer not null check (to_minute between 0 and 1439 and to_minute <> from_minute),
  zone text not null
);

-- A notice of one event on one channel. What it says waits sealed and is erased once it is queued.
create table notice (
  event text collate "C" not null,
  customer_id text not null,
  channel text not null check (channel in ('email', 'push', 'sms', 'whatsapp')),
  -- What it is about: the kind of an entry, or the action of an act.
  about text not null,
  happened_at bigint not null,
  due_at bigint not null,
  state text not null check (state in ('waiting', 'queued', 'merged', 'dropped')),
  sealed bytea,
  messages integer not null default 0,
  ended_at bigint,
  primary key (event, customer_id, channel),
  check ((state = 'waiting') = (ended_at is null)),
  check ((sealed is null) = (ended_at is not null))
);
create index notice_due on notice (due_at) where state = 'waiting';
create index notice_of_customer on notice (customer_id, channel, about, happened_at);
create index notice_ended on notice (ended_at) where ended_at is not null;

-- Up to where what happens is queued: the last entry and the last act. What was before this version is not news.
create table notice_place (
  only_row boolean primary key default true check (only_row),
  entry bigint not null,
  act bigint not null
);
insert into notice_place (entry, act) select head.seq, count.records from ledger_head as head, audit_count as count;

grant select, insert, update on notice_choice to bolsillo_app;
grant select, insert, update, delete on notice_quiet to bolsillo_app;
grant select, insert, delete on notice to bolsillo_app;
grant update (due_at, state, sealed, messages, ended_at) on notice to bolsillo_app;
grant select, update on notice_place to bolsillo_app;
-- Rows of customers: a call of one sees no other's.
select guard_rows('notice_choice');
select guard_rows('notice_quiet');
select guard_rows('notice');
-- What was chosen, that a notice was to be sent and how it ended, is in the journal.
select keep_rows('notice_choice', '{customer_id, topic, channel}');
select keep_rows('notice_quiet', '{customer_id}');
select keep_rows('notice', '{event, customer_id, channel}');
-- What waits cannot be removed by the running server: a lost notice would leave no trace but its act.
create policy only_ended_leave on notice as restrictive for delete using (ended_at is not null);
