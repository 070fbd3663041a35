-- Conversations with support. Nothing here is ever changed: a conversation as it was opened, and its lines in their order.
-- State, clock and owner follow from the lines. What was written is sealed with a key that is not in the database.
create table support_conversation (
  id text primary key check (id ~ '^cnv_'),
  customer_id text not null,
  topic text not null check (topic in ('order', 'deposit', 'withdrawal', 'identity', 'account', 'other')),
  about text check (about ~ '^(ord|dep|wdr)_'),
  opened_at bigint not null,
  unique (id, customer_id)
);
create index support_conversation_of on support_conversation (customer_id, opened_at, id);

create table support_line (
  conversation_id text not null,
  customer_id text not null,
  no integer not null check (no > 0),
  kind text not null check (kind in ('message', 'taken', 'closed', 'reopened')),
  actor text not null check (actor = customer_id or actor ~ '^opr_'),
  at bigint not null,
  sealed bytea check (octet_length(sealed) <= 20000),
  hash text check (hash ~ '^[0-9a-f]{64}$'),
  reason text,
  primary key (conversation_id, no),
  foreign key (conversation_id, customer_id) references support_conversation (id, customer_id),
  check ((kind = 'message') = (sealed is not null)),
  check ((kind = 'message') = (hash is not null)),
  check ((kind = 'closed') = (reason is not null)),
  check (kind not in ('taken', 'closed') or actor <> customer_id),
  check (kind <> 'reopened' or actor = customer_id)
);
create index support_line_of on support_line (customer_id, at);

create function support_refuse() returns trigger language plpgsql as $$
begin
  raise exception '% is insert-only: % refused', tg_table_name, lower(tg_op) using errcode = 'insufficient_privilege';
end $$;
create trigger insert_only before update or delete or truncate on support_conversation
  for each statement execute function support_refuse();
create trigger insert_only before update or delete or truncate on support_line
  for each statement execute function support_refuse();

-- No line is put between others: each comes after the last, and not before its time.
create function support_line_next() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  last record;
begin
  select line.no, line.at into last from support_line as line
  where line.conversation_id = new.conversation_id order by line.no desc limit 1;
  if new.no <> coalesce(last.no, 0) + 1 or new.at < coalesce(last.at, 0) then
    raise exception 'a line out of its order' using errcode = 'check_violation';
  end if;
  return new;
end $$;
revoke all on function support_line_next() from public;
create trigger next_line before insert on support_line for each row execute function support_line_next();

grant select, insert on support_conversation, support_line to bolsillo_app;
select guard_rows('support_conversation');
select guard_rows('support_line');
select keep_rows('support_conversation', '{id}');
select keep_rows('support_line', '{conversation_id,no}');
