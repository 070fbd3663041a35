-- Records are acts of the journal (decision 74). Those before this stay in audit_record, in their chain, and are read there;
-- nobody may add to them. Numbers go on behind the last of them.
create table audit_count (
  one boolean primary key default true check (one),
  records bigint not null
) with (fillfactor = 10);
insert into audit_count (records) select seq from audit_head;

-- By whom, about whom, what: follows from the acts, and finds them.
create table audit_index (
  seq bigint primary key,
  -- Where the act waited for its number in the journal, which has it under the cause `act:` and this.
  place bigint not null,
  actor text collate "C" not null,
  action text not null,
  subject text collate "C" not null,
  -- SHA-256 of what was recorded: an act that waits is not under any head yet.
  digest bytea not null check (octet_length(digest) = 32)
);
create index audit_index_of_actor on audit_index (actor, seq);
create index audit_index_of_subject on audit_index (subject, seq);
create index audit_index_of_action on audit_index (action, seq);
create trigger insert_only before update or delete or truncate on audit_index
  for each statement execute function audit_refuse();
create trigger never_removed before delete or truncate on audit_count
  for each statement execute function audit_refuse();

-- The journal names the end of the chain, whether or not a server did when it stopped.
insert into act_queue (kind, actor, subject, key, commitment)
select 'audit-head', 'audit', 'audit', seq::text, hash from audit_head where seq > 0;

-- Numbers a record while its transaction commits, so that nobody waits for numbers who holds other locks. The first record
-- of a transaction is the cause of what it wrote in rows that decide something (decision 70).
create function audit_number() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  said constant jsonb := new.payload;
  number bigint;
  own_place bigint;
begin
  update audit_count set records = records + 1 returning records into strict number;
  -- Places rise with the numbers: whoever has the count has it until the transaction ends.
  insert into act_queue (kind, actor, subject, key, payload)
  values ('audit', said ->> 'actor', said ->> 'subject', number::text, new.payload) returning place into own_place;
  insert into audit_index (seq, place, actor, action, subject, digest)
  values (number, own_place, said ->> 'actor', said ->> 'action', said ->> 'subject',
    sha256(convert_to(new.payload, 'UTF8')));
  delete from audit_pending where place = new.place;
  update act_queue set cause = 'audit:' || number, actor = said ->> 'actor'
  where transaction = pg_current_xact_id() and kind like 'row-%' and (cause is null or cause not like 'audit:%');
  return null;
end $$;
drop trigger chain_at_commit on audit_pending;
create constraint trigger number_at_commit after insert on audit_pending
  deferrable initially deferred for each row execute function audit_number();
drop function audit_chain();
-- What cannot be written as an act would hold up everything that waits behind it.
alter table audit_pending add constraint is_a_record check (
  (payload::jsonb @@ '$.action.type() == "string" && $.actor.type() == "string" && $.subject.type() == "string"
    && $.details.type() == "object" && !exists($.details.* ? (@.type() != "string"))
    && $.at >= 0 && $.at <= 253402300799999 && $.at % 1 == 0') is true
);

-- Every record with where it is kept: those of the chain have no place.
create view audit_found as
select seq, null::bigint as place, actor, action, subject from audit_record
union all
select seq, place, actor, action, subject from audit_index;

-- The acts that waited at these places, as they were hashed.
create function audit_bytes(places bigint[]) returns table (place bigint, act bigint, bytes bytea)
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
begin
  return query
    select wanted.place, filed.seq, substring(block.body from cut.start + 1 for cut.stop - cut.start)
    from unnest(places) as wanted (place)
      join ledger_entry_id as filed on filed.id = 'act:' || wanted.place,
      lateral (select * from journal_block where first <= filed.seq order by first desc limit 1) as block,
      lateral (
        select substring(block.places from (4 * (filed.seq - block.first))::integer + 1 for 4)::integer as start,
          case when filed.seq = block.last then octet_length(block.body)
            else substring(block.places from (4 * (filed.seq - block.first))::integer + 5 for 4)::integer end as stop
      ) as cut;
end $$;

-- What was recorded at these places, from the journal or, until it is there, from what waits. The bytes are those of the
-- act, which has none while it waits. Half a millisecond for each: for pages, not for more.
create function audit_acts(places bigint[])
returns table (place bigint, bytes bytea, "at" bigint, actor text, action text, subject text, details jsonb)
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
begin
  return query
    select queued.place, null::bytea, (said.record ->> 'at')::bigint, queued.actor, said.record ->> 'action', queued.subject,
      said.record -> 'details'
    from act_queue as queued, lateral (select queued.payload::jsonb as record) as said
    where queued.place = any (places) and queued.kind = 'audit'
    union all
    select own.place, own.bytes, (read.item ->> 2)::bigint, read.item ->> 4, read.item -> 7 ->> 'action', read.item ->> 6,
      (select coalesce(jsonb_object_agg(pair ->> 0, pair ->> 1), '{}') from jsonb_array_elements(read.item -> 7 -> 'details') as pair)
    from audit_bytes(places) as own, lateral journal_item(own.bytes, 0) as read
    where read.item ->> 3 = 'audit';
end $$;

-- For whoever looks with plain SQL: every record with what it says.
create view audit_entry as
select seq, recorded_at as "at", actor, action, subject, payload::jsonb -> 'details' as details from audit_record
union all
select own.seq, act."at", act.actor, act.action, act.subject, act.details
from audit_index as own, lateral audit_acts(array[own.place]) as act;

revoke insert on audit_record from bolsillo_ledger;
revoke update on audit_head from bolsillo_ledger;
grant select on audit_count, audit_index, audit_found, audit_entry to bolsillo_app;
grant select, update on audit_count to bolsillo_ledger;
grant select, insert on audit_index to bolsillo_ledger;
alter function audit_number() owner to bolsillo_ledger;
revoke all on function audit_number() from public;
