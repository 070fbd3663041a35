-- A record is the cause of what its transaction wrote in rows that decide something (kit's migration 0002, decision 70): the
-- first of several. Rows are written before the transaction commits and records are numbered while it does, so whichever
-- came first in the use case, both are there now.
create or replace function audit_chain() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
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
  update act_queue set cause = 'audit:' || (head.seq + 1), actor = new.payload::jsonb ->> 'actor'
  where transaction = pg_current_xact_id() and (cause is null or cause not like 'audit:%');
  return null;
end $$;
