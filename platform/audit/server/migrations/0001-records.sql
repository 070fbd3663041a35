-- The journal of acts. A record is its payload (canonical JSON, domain/audit-record.ts), its number and its hash;
-- the other columns are computed from the payload and cannot disagree with it.
create table audit_record (
  seq bigint primary key check (seq > 0),
  payload text not null,
  hash bytea not null check (octet_length(hash) = 32),
  recorded_at bigint not null generated always as ((payload::jsonb ->> 'at')::bigint) stored,
  actor text collate "C" not null generated always as (payload::jsonb ->> 'actor') stored,
  action text not null generated always as (payload::jsonb ->> 'action') stored,
  subject text collate "C" not null generated always as (payload::jsonb ->> 'subject') stored
);
create index audit_record_of_actor on audit_record (actor, seq);
create index audit_record_of_subject on audit_record (subject, seq);

create table audit_head (
  one boolean primary key default true check (one),
  seq bigint not null,
  hash bytea not null check (octet_length(hash) = 32)
) with (fillfactor = 10);
insert into audit_head (seq, hash) values (0, decode(repeat('00', 32), 'hex'));

-- What a transaction has recorded so far. Numbering and chaining wait for its commit: a use case may then record
-- wherever it likes and never waits for the head of the chain while it holds other locks.
create table audit_pending (
  place bigint generated always as identity primary key,
  payload text not null
);

create function audit_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'the audit is insert-only: % of % refused', lower(tg_op), tg_table_name
    using errcode = 'insufficient_privilege';
end $$;
create trigger insert_only before update or delete or truncate on audit_record
  for each statement execute function audit_refuse();
create trigger never_removed before delete or truncate on audit_head
  for each statement execute function audit_refuse();

create function audit_chain() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  head audit_head;
  next_hash bytea;
begin
  select * into head from audit_head for update;
  next_hash := sha256(convert_to(
    'bolsillo.audit.record.1' || E'\n' || (head.seq + 1) || E'\n' || encode(head.hash, 'hex') || E'\n' || new.payload,
    'UTF8'));
  insert into audit_record (seq, payload, hash) values (head.seq + 1, new.payload, next_hash);
  update audit_head set seq = head.seq + 1, hash = next_hash;
  delete from audit_pending where place = new.place;
  return null;
end $$;
create constraint trigger chain_at_commit after insert on audit_pending
  deferrable initially deferred for each row execute function audit_chain();

create function audit_append(payloads text[]) returns void
language sql volatile security definer set search_path = pg_catalog, public as $$
  insert into audit_pending (payload)
  select payload from unnest(payloads) with ordinality as row (payload, place) order by place
$$;

-- The audit is kept by the role that keeps the ledger: nobody can log in as it, nor become it at run time.
grant select on audit_record, audit_head to bolsillo_app;
grant select, insert on audit_record to bolsillo_ledger;
grant select, update on audit_head to bolsillo_ledger;
grant select, insert, delete on audit_pending to bolsillo_ledger;
alter function audit_chain() owner to bolsillo_ledger;
alter function audit_append(text[]) owner to bolsillo_ledger;
revoke all on function audit_append(text[]), audit_chain() from public;
grant execute on function audit_append(text[]) to bolsillo_app;
