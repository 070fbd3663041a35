-- How a session was entered: by password or by passkey. The customer's own log says it of every change made in it. Sessions
-- of before do not know.
alter table customer_session add column entered_by text check (entered_by in ('password', 'passkey'));

-- Who comes in with a passkey only: a password does not open a session of theirs, and no code sets another one.
create table key_only (
  customer_id text primary key references customer (id),
  since bigint not null
);
grant select, insert, delete on key_only to bolsillo_app;
select keep_rows('key_only', '{customer_id}');
