-- Votes. Nothing here is ever changed: a vote as it was proposed, its publication by two people, who held what at the record
-- time, the ballots with their choice sealed, and from the closing on the list of ballots and its count.
create table vote (
  id text primary key check (id ~ '^vot_'),
  symbol text,
  asset text check ((asset is null) = (symbol is null)),
  scale integer not null check (scale between 0 and 12),
  weighting text not null check (weighting in ('account', 'shares')),
  words jsonb not null check (octet_length(words::text) <= 20000),
  option_count integer not null check (option_count between 2 and 10),
  record_at bigint not null,
  opens_at bigint not null check (opens_at > record_at),
  closes_at bigint not null check (closes_at > opens_at),
  written_at bigint not null check (written_at < record_at),
  written_by text not null,
  check (weighting = 'account' or symbol is not null)
);
create index vote_by_time on vote (written_at, id);

create table vote_publication (
  vote_id text primary key references vote,
  approval_id text not null unique,
  decided_at bigint not null,
  maker text not null,
  checker text not null check (checker <> maker)
);

-- The journal up to `position` says who held what: anybody with the journal makes the same weights.
create table vote_snapshot (
  vote_id text primary key references vote_publication,
  position bigint not null check (position >= 0),
  taken_at bigint not null,
  holders integer not null check (holders >= 0)
);
create table vote_weight (
  vote_id text not null references vote_snapshot,
  customer_id text not null,
  weight bigint not null check (weight > 0),
  primary key (vote_id, customer_id)
);

-- The choice and the nonce are sealed with a key that is not in the database.
create table vote_ballot (
  vote_id text not null references vote_publication,
  customer_id text not null,
  weight bigint not null check (weight > 0),
  receipt text not null check (receipt ~ '^[0-9a-f]{64}$'),
  sealed bytea not null,
  cast_at bigint not null,
  primary key (vote_id, customer_id),
  unique (vote_id, receipt)
);

create table vote_count (
  vote_id text primary key references vote_publication,
  counted_at bigint not null,
  ballots integer not null check (ballots >= 0),
  list_hash text not null check (list_hash ~ '^[0-9a-f]{64}$'),
  tally jsonb not null
);
create table vote_line (
  vote_id text not null references vote_count,
  receipt text not null check (receipt ~ '^[0-9a-f]{64}$'),
  option integer not null check (option between 1 and 10),
  weight bigint not null check (weight > 0),
  nonce text not null check (nonce ~ '^[0-9a-f]{64}$'),
  primary key (vote_id, receipt)
);

create function vote_refuse() returns trigger language plpgsql as $$
begin
  raise exception '% is insert-only: % refused', tg_table_name, lower(tg_op) using errcode = 'insufficient_privilege';
end $$;
create trigger insert_only before update or delete or truncate on vote for each statement execute function vote_refuse();
create trigger insert_only before update or delete or truncate on vote_publication for each statement execute function vote_refuse();
create trigger insert_only before update or delete or truncate on vote_snapshot for each statement execute function vote_refuse();
create trigger insert_only before update or delete or truncate on vote_weight for each statement execute function vote_refuse();
create trigger insert_only before update or delete or truncate on vote_ballot for each statement execute function vote_refuse();
create trigger insert_only before update or delete or truncate on vote_count for each statement execute function vote_refuse();
create trigger insert_only before update or delete or truncate on vote_line for each statement execute function vote_refuse();

-- A ballot that comes after the count is none.
create function vote_ballot_in_time() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from vote_count as done where done.vote_id = new.vote_id) or not exists (
    select from vote where id = new.vote_id and new.cast_at >= opens_at and new.cast_at < closes_at
  ) then
    raise exception 'a ballot outside of its vote' using errcode = 'check_violation';
  end if;
  return new;
end $$;
revoke all on function vote_ballot_in_time() from public;
create trigger in_time before insert on vote_ballot for each row execute function vote_ballot_in_time();

grant select, insert on vote, vote_publication, vote_snapshot, vote_weight, vote_ballot, vote_count, vote_line to bolsillo_app;
select guard_rows('vote_weight');
select guard_rows('vote_ballot');
select keep_rows('vote', '{id}');
select keep_rows('vote_publication', '{vote_id}');
select keep_rows('vote_snapshot', '{vote_id}');
select keep_rows('vote_weight', '{vote_id,customer_id}');
select keep_rows('vote_ballot', '{vote_id,customer_id}');
select keep_rows('vote_count', '{vote_id}');
select keep_rows('vote_line', '{vote_id,receipt}');
