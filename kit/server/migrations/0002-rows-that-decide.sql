-- Rows that decide something leave acts (decision 70): what was written is committed to, in the transaction that writes it.

-- Acts without postings. Recorded here without waiting for the head of the journal; the ledger moves them into the journal
-- within a second, in the order of `place`.
create table act_queue (
  place bigint generated always as identity primary key,
  transaction xid8 not null default pg_current_xact_id(),
  -- The clock of the database: how long an act has waited, nothing else.
  queued_at bigint not null default (extract(epoch from clock_timestamp()) * 1000)::bigint,
  kind text not null check (kind ~ '^[a-z][a-z-]{0,39}$'),
  actor text not null,
  -- `audit:` and the number of a record, or what a process names itself as; null: nobody knows what made it happen.
  cause text check (cause ~ '^[a-z]+:[^[:cntrl:]]{1,160}$'),
  subject text not null,
  key text not null,
  commitment bytea check (octet_length(commitment) = 32),
  check ((kind = 'row-kept') = (commitment is not null))
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
create index act_queue_of_transaction on act_queue (transaction);

-- What makes a commitment say nothing to whoever does not know it. Erased with its row.
create table row_salt (
  table_name text not null,
  key text not null,
  salt bytea not null check (octet_length(salt) = 16),
  primary key (table_name, key)
);

-- Which tables leave acts, and how: written by `keep_rows` alone.
create table row_keeping (
  table_name text primary key,
  -- The columns a row is known by.
  key_columns text[] not null check (cardinality(key_columns) > 0),
  -- Columns that decide nothing and change often.
  left_out text[] not null,
  -- Whether the key says something of a person: then the journal has a salted hash of it.
  has_personal_key boolean not null,
  -- All columns there were when its rows were committed to last.
  columns text[] not null
);

create function act_queue_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'acts that wait are insert-only: % refused', lower(tg_op) using errcode = 'insufficient_privilege';
end $$;
create trigger never_emptied before truncate on act_queue for each statement execute function act_queue_refuse();
-- Only its own transaction still says what made an act happen.
create trigger insert_only before update on act_queue for each row
  when (old.transaction <> pg_current_xact_id()) execute function act_queue_refuse();

-- The text a row is known by among those of its table: of one column its text, of several a list of them.
create function row_key(body jsonb, key_columns text[]) returns text
language sql immutable parallel safe set search_path = pg_catalog as $$
  select case when cardinality(key_columns) = 1 then body ->> key_columns[1]
    else (select jsonb_agg(body -> name order by place)::text from unnest(key_columns) with ordinality as key (name, place)) end
$$;

-- How the journal names a row.
create function row_name(key text, salt bytea, has_personal_key boolean) returns text
language sql immutable parallel safe set search_path = pg_catalog as $$
  select case when has_personal_key then encode(sha256(salt || convert_to('key ' || key, 'UTF8')), 'hex') else key end
$$;

-- The one trigger of every table whose rows decide something. Arguments: the columns of the key, those left out, whether
-- the key is personal. It runs as the role that keeps the ledger, so that nobody else can write what waits.
create function row_written() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set bytea_output = 'hex'
-- A plan made while a table was small must not be kept when it is not.
set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  key_columns constant text[] := tg_argv[0];
  left_out constant text[] := tg_argv[1];
  is_personal constant boolean := tg_argv[2];
  who constant text := coalesce(nullif(current_setting('bolsillo.actor', true), ''), session_user);
  why constant text := nullif(current_setting('bolsillo.cause', true), '');
  old_body jsonb;
  new_body jsonb;
  new_text text;
  old_key text;
  new_key text;
  own_salt bytea;
  -- Most keys are one column: read here, because a function called from here costs more than what it does.
  only_key constant text := case when cardinality(key_columns) = 1 then key_columns[1] end;
begin
  if tg_op = 'UPDATE' and old *= new then return null; end if;
  if tg_op <> 'INSERT' then
    old_body := to_jsonb(old);
    old_key := case when only_key is null then row_key(old_body, key_columns) else old_body ->> only_key end;
  end if;
  if tg_op <> 'DELETE' then
    new_body := to_jsonb(new) - left_out;
    new_text := new_body::text;
    -- As texts: 1.0 is 1.00, and is not written so.
    if cardinality(left_out) > 0 and new_text = (old_body - left_out)::text then return null; end if;
    new_key := case when only_key is null then row_key(new_body, key_columns) else new_body ->> only_key end;
  end if;
  if old_key is distinct from new_key and old_key is not null then
    delete from row_salt as kept where kept.table_name = tg_table_name and kept.key = old_key returning salt into own_salt;
    insert into act_queue (kind, actor, cause, subject, key)
    values ('row-removed', who, why, tg_table_name,
      case when is_personal then row_name(old_key, coalesce(own_salt, ''), true) else old_key end);
  end if;
  if new_key is null then return null; end if;
  own_salt := null;
  if tg_op = 'UPDATE' then
    select salt into own_salt from row_salt as kept where kept.table_name = tg_table_name and kept.key = new_key;
  end if;
  if own_salt is null then
    insert into row_salt (table_name, key, salt) values (tg_table_name, new_key, uuid_send(gen_random_uuid()))
    on conflict (table_name, key) do update set salt = row_salt.salt returning salt into own_salt;
  end if;
  insert into act_queue (kind, actor, cause, subject, key, commitment)
  values ('row-kept', who, why, tg_table_name,
    case when is_personal then row_name(new_key, own_salt, true) else new_key end,
    sha256(own_salt || convert_to(new_text, 'UTF8')));
  return null;
end $$;

-- Commits to every row that is in a table now.
create function commit_rows(wanted text) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  keeping row_keeping;
begin
  select * into strict keeping from row_keeping where table_name = wanted;
  execute format(
    'insert into row_salt (table_name, key, salt)
     select %1$L, row_key(to_jsonb(kept), %2$L), uuid_send(gen_random_uuid()) from %1$I as kept
     on conflict (table_name, key) do nothing', wanted, keeping.key_columns);
  execute format(
    'insert into act_queue (kind, actor, cause, subject, key, commitment)
     select ''row-kept'', ''system'', coalesce(nullif(current_setting(''bolsillo.cause'', true), ''''), ''migration:''|| %1$L), %1$L,
       row_name(kept.key, salt.salt, %4$L), sha256(salt.salt || convert_to(kept.body::text, ''UTF8''))
     from (select row_key(to_jsonb(own), %2$L) as key, to_jsonb(own) - %3$L::text[] as body from %1$I as own offset 0) as kept
       join row_salt as salt on salt.table_name = %1$L and salt.key = kept.key
     order by kept.key', wanted, keeping.key_columns, keeping.left_out, keeping.has_personal_key);
  update row_keeping as kept set columns = row_columns(wanted) where kept.table_name = wanted;
end $$;

create function row_columns(wanted text) returns text[] language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(array_agg(attname::text order by attname), '{}') from pg_attribute
  where attrelid = to_regclass(quote_ident(wanted)) and attnum > 0 and not attisdropped
$$;

-- A migration calls it once for each table of its room whose rows decide something. Rows that are there already are
-- committed to as they are.
create function keep_rows(
  wanted text, key_columns text[], left_out text[] default '{}', has_personal_key boolean default false
) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  strange text;
begin
  select name into strange from unnest(key_columns || left_out) as name where name <> all (row_columns(wanted));
  if strange is not null or key_columns && left_out then
    raise exception '% has no column % that is a key or left out', wanted, strange;
  end if;
  insert into row_keeping (table_name, key_columns, left_out, has_personal_key, columns)
  values (wanted, key_columns, left_out, has_personal_key, '{}');
  execute format(
    'create trigger row_written after insert or update or delete on %I for each row execute function row_written(%L, %L, %L)',
    wanted, key_columns, left_out, has_personal_key);
  perform commit_rows(wanted);
end $$;

-- After migrations: rows of a table that got or lost columns are other texts than they were committed to as.
create function commit_changed_tables() returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  changed text;
begin
  for changed in select table_name from row_keeping where columns is distinct from row_columns(table_name) order by table_name loop
    perform commit_rows(changed);
  end loop;
end $$;

grant select on act_queue to bolsillo_app;
grant select, insert, delete on act_queue to bolsillo_ledger;
grant update (actor, cause) on act_queue to bolsillo_ledger;
grant select, insert, delete, update (salt) on row_salt to bolsillo_ledger;
alter function row_written() owner to bolsillo_ledger;
revoke all on function row_written(), commit_rows(text), keep_rows(text, text[], text[], boolean),
  commit_changed_tables() from public;

-- What an installation is: its mode, once and for all.
select keep_rows('installation', '{only_row}');
