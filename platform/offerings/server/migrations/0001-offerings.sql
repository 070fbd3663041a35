-- Offerings of shares. Nothing here is ever changed: an offering as it was proposed, its publication, each application and its
-- end, the closing with the root of the applications, the allotment with the secret opened, what each line got. There is no
-- column for an allotment by hand: what a line got follows from rule, applications, secret and public value.
create table offering (
  id text primary key check (id ~ '^off_'),
  symbol text not null,
  currency text not null,
  price bigint not null check (price > 0),
  supply bigint not null check (supply <= 1000000000),
  lot bigint not null check (lot > 0),
  minimum bigint not null check (minimum >= lot and minimum % lot = 0),
  cap bigint not null check (cap >= minimum and cap % lot = 0),
  rule text not null check (rule in ('pro-rata', 'lottery')),
  words jsonb not null check (octet_length(words::text) <= 120000),
  opens_at bigint not null,
  closes_at bigint not null check (closes_at > opens_at),
  pays_at bigint not null check (pays_at >= closes_at),
  sellable_at bigint not null check (sellable_at >= pays_at),
  secret_hash text not null check (secret_hash ~ '^[0-9a-f]{64}$'),
  -- With a key that is not in the database, until the allotment.
  sealed bytea not null,
  written_at bigint not null check (written_at < closes_at),
  written_by text not null,
  check (supply >= cap and supply % lot = 0),
  check (price::numeric * cap < 9000000000000000000)
);
create index offering_by_time on offering (written_at, id);

-- By two people; or made up by the practice market, and marked as that.
create table offering_publication (
  offering_id text primary key references offering,
  approval_id text unique,
  published_at bigint not null,
  maker text,
  checker text check (checker <> maker),
  is_practice boolean not null,
  check (is_practice = (approval_id is null) and is_practice = (maker is null) and is_practice = (checker is null))
);

create table offering_application (
  id text primary key check (id ~ '^sub_'),
  offering_id text not null references offering_publication,
  customer_id text not null,
  -- Who left may apply again: the next attempt.
  attempt integer not null check (attempt between 1 and 1000),
  quantity bigint not null check (quantity > 0),
  held bigint not null check (held > 0),
  hold_id text not null unique,
  entry_id text not null unique,
  -- The line in the published list is the hash of the salt and the id.
  salt text not null check (salt ~ '^[0-9a-f]{64}$'),
  line text not null check (line ~ '^[0-9a-f]{64}$'),
  applied_at bigint not null,
  unique (offering_id, customer_id, attempt),
  unique (offering_id, line)
);
create index offering_application_of on offering_application (customer_id, id);

create table offering_leave (
  application_id text primary key references offering_application,
  customer_id text not null,
  left_at bigint not null
);

-- Applicants whom the practice market makes up: they have no money, and get no shares.
create table offering_simulated (
  offering_id text not null references offering_publication,
  number integer not null check (number > 0),
  quantity bigint not null check (quantity > 0),
  line text not null check (line ~ '^[0-9a-f]{64}$'),
  primary key (offering_id, number),
  unique (offering_id, line)
);

create table offering_closing (
  offering_id text primary key references offering_publication,
  closed_at bigint not null,
  applications integer not null check (applications >= 0),
  asked bigint not null check (asked >= 0),
  root text not null check (root ~ '^[0-9a-f]{64}$'),
  -- Where the journal was: the record of the closing comes behind it.
  journal_at bigint not null check (journal_at >= 0)
);

create table offering_allotment (
  offering_id text primary key references offering_closing,
  allotted_at bigint not null,
  secret text not null check (secret ~ '^[0-9a-f]{64}$'),
  closing_act bigint not null,
  public_at bigint not null check (public_at > closing_act),
  public_value text not null check (public_value ~ '^[0-9a-f]{64}$'),
  seed text not null check (seed ~ '^[0-9a-f]{64}$'),
  allotted bigint not null check (allotted >= 0)
);
create table offering_line (
  offering_id text not null references offering_allotment,
  line text not null check (line ~ '^[0-9a-f]{64}$'),
  quantity bigint not null check (quantity > 0),
  allotted bigint not null check (allotted between 0 and quantity),
  primary key (offering_id, line)
);

-- What an application got, with the id of the entry that pays or releases it: whoever comes twice finds it.
create table offering_result (
  application_id text primary key references offering_application,
  customer_id text not null,
  offering_id text not null references offering_allotment,
  allotted bigint not null check (allotted >= 0),
  entry_id text not null unique
);
create index offering_result_of on offering_result (offering_id, application_id);
create table offering_settlement (
  application_id text primary key references offering_result,
  customer_id text not null,
  settled_at bigint not null
);
-- Every application of it was paid or released.
create table offering_end (
  offering_id text primary key references offering_allotment,
  ended_at bigint not null
);

create function offering_refuse() returns trigger language plpgsql as $$
begin
  raise exception '% is insert-only: % refused', tg_table_name, lower(tg_op) using errcode = 'insufficient_privilege';
end $$;
create trigger insert_only before update or delete or truncate on offering for each statement execute function offering_refuse();
create trigger insert_only before update or delete or truncate on offering_publication for each statement execute function offering_refuse();
create trigger insert_only before update or delete or truncate on offering_application for each statement execute function offering_refuse();
create trigger insert_only before update or delete or truncate on offering_leave for each statement execute function offering_refuse();
create trigger insert_only before update or delete or truncate on offering_simulated for each statement execute function offering_refuse();
create trigger insert_only before update or delete or truncate on offering_closing for each statement execute function offering_refuse();
create trigger insert_only before update or delete or truncate on offering_allotment for each statement execute function offering_refuse();
create trigger insert_only before update or delete or truncate on offering_line for each statement execute function offering_refuse();
create trigger insert_only before update or delete or truncate on offering_result for each statement execute function offering_refuse();
create trigger insert_only before update or delete or truncate on offering_settlement for each statement execute function offering_refuse();
create trigger insert_only before update or delete or truncate on offering_end for each statement execute function offering_refuse();

-- Where money is real nothing is made up.
create function offering_is_practice() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from installation where mode = 'SIM') then
    raise exception 'only the practice market makes up offerings and applicants' using errcode = 'check_violation';
  end if;
  if tg_table_name = 'offering_simulated' and (
    not exists (select from offering_publication as publication where publication.offering_id = new.offering_id and is_practice)
    or exists (select from offering_closing as closing where closing.offering_id = new.offering_id)
  ) then
    raise exception 'applicants are made up for open offerings of the practice market' using errcode = 'check_violation';
  end if;
  return new;
end $$;
revoke all on function offering_is_practice() from public;
create trigger practice before insert on offering_simulated for each row execute function offering_is_practice();
create trigger practice before insert on offering_publication for each row when (new.is_practice) execute function offering_is_practice();

-- In time, by the terms, exactly what it costs, and one at a time. What was closed stays closed, whatever the clock says.
create function offering_application_fits() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from offering_closing as closing where closing.offering_id = new.offering_id) or not exists (
    select from offering where id = new.offering_id and new.applied_at >= opens_at and new.applied_at < closes_at
      and new.quantity between minimum and cap and new.quantity % lot = 0 and new.held = price * new.quantity
  ) then
    raise exception 'an application outside of its offering' using errcode = 'check_violation';
  end if;
  if new.attempt > 1 and not exists (
    select from offering_application as before join offering_leave as gone on gone.application_id = before.id
    where before.offering_id = new.offering_id and before.customer_id = new.customer_id and before.attempt = new.attempt - 1
  ) then
    raise exception 'a second application of one customer' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger fits before insert on offering_application for each row execute function offering_application_fits();

create function offering_leave_in_time() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
    select from offering_application as left_one join offering on offering.id = left_one.offering_id
    where left_one.id = new.application_id and left_one.customer_id = new.customer_id
      and new.left_at >= left_one.applied_at and new.left_at < closes_at
      and not exists (select from offering_closing as closing where closing.offering_id = offering.id)
  ) then
    raise exception 'nobody leaves an offering that closed' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger in_time before insert on offering_leave for each row execute function offering_leave_in_time();

create function offering_closing_in_time() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from offering where id = new.offering_id and new.closed_at >= closes_at) then
    raise exception 'an offering closes at its time' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger in_time before insert on offering_closing for each row execute function offering_closing_in_time();

-- An application gets what its line in the published list got, and nothing that was left gets anything.
create function offering_result_fits() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
    select from offering_application as own join offering_line as published
      on published.offering_id = own.offering_id and published.line = own.line
    where own.id = new.application_id and own.customer_id = new.customer_id and own.offering_id = new.offering_id
      and published.quantity = own.quantity and published.allotted = new.allotted
      and not exists (select from offering_leave as gone where gone.application_id = own.id)
  ) then
    raise exception 'a result that is not that of its line' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger fits before insert on offering_result for each row execute function offering_result_fits();

grant select, insert on offering, offering_publication, offering_application, offering_leave, offering_simulated,
  offering_closing, offering_allotment, offering_line, offering_result, offering_settlement, offering_end to bolsillo_app;
select guard_rows('offering_application');
select guard_rows('offering_leave');
select guard_rows('offering_result');
select guard_rows('offering_settlement');
select keep_rows('offering', '{id}');
select keep_rows('offering_publication', '{offering_id}');
select keep_rows('offering_application', '{id}');
select keep_rows('offering_leave', '{application_id}');
select keep_rows('offering_simulated', '{offering_id,number}');
select keep_rows('offering_closing', '{offering_id}');
select keep_rows('offering_allotment', '{offering_id}');
select keep_rows('offering_line', '{offering_id,line}');
select keep_rows('offering_result', '{application_id}');
select keep_rows('offering_settlement', '{application_id}');
select keep_rows('offering_end', '{offering_id}');
