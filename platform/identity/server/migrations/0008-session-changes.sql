-- What servers that remember sessions must hear of: a session that was ended or removed, a customer who was restricted or
-- freed. The database itself writes it, in the transaction of the change, so that nobody who ends a session can forget to.
create table session_change (
  -- Whoever remembers as of a snapshot has to look at the changes of all transactions that had not ended in it.
  changed_in xid8 not null default pg_current_xact_id(),
  customer_id text not null,
  at bigint not null default (extract(epoch from clock_timestamp()) * 1000)::bigint
);
create index session_change_in on session_change (changed_in);
grant select, delete on session_change to bolsillo_app;

create function note_session_change() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into session_change (customer_id) values (to_jsonb(old) ->> tg_argv[0]);
  return null;
end $$;
create trigger session_ended after update of ended_at, expires_at, restricted, token_hash, customer_id
  on customer_session for each row execute function note_session_change('customer_id');
-- What was ended has been noted then: sweeping the sessions of last season changes nothing for anybody.
create trigger session_removed after delete
  on customer_session for each row when (old.ended_at is null) execute function note_session_change('customer_id');
create trigger status_changed after update of status
  on customer for each row execute function note_session_change('id');
