-- Statements of banks as they were imported, and the lines a credit by hand has to name. Rows are only added.
create table bank_statement (
  id text primary key,
  rail_id text not null,
  account text not null,
  asset text not null,
  -- The statements of an account follow each other: each begins where the one before ended.
  no integer not null check (no > 0),
  format text not null check (format in ('camt.053', 'csv')),
  -- The file itself: whoever doubts a line compares it with what the bank sends.
  file bytea not null check (length(file) <= 1048576),
  file_hash text not null unique check (file_hash = encode(sha256(file), 'hex')),
  opening_minor bigint not null,
  closing_minor bigint not null,
  line_count integer not null check (line_count between 0 and 2000),
  imported_by text not null check (imported_by ~ '^opr_'),
  imported_at bigint not null,
  unique (rail_id, account, asset, no)
);

create table bank_statement_line (
  id text primary key,
  statement_id text not null references bank_statement (id),
  place integer not null check (place > 0),
  rail_id text not null,
  asset text not null,
  direction text not null check (direction in ('in', 'out')),
  minor bigint not null check (minor > 0),
  -- The bank's own number, in its one spelling.
  number text not null check (number <> ''),
  booked_on text not null,
  reference text not null,
  payer_name text not null,
  payer_account text not null,
  unique (statement_id, place)
);
-- What came in once is one line for ever, whichever file has it.
create unique index bank_statement_line_number on bank_statement_line (rail_id, number) where direction = 'in';

-- The most that people credit by hand, whatever the settings say: one entry, 24 hours, and beyond which sum three people.
-- The same figures as domain/by-hand.ts; a test compares them.
create table by_hand_ceiling (
  asset text primary key,
  entry_minor bigint not null,
  day_minor bigint not null,
  three_minor bigint not null
);
insert into by_hand_ceiling (asset, entry_minor, day_minor, three_minor) values
  ('MXN', 2000000000, 10000000000, 200000000),
  ('USD', 100000000, 500000000, 10000000),
  ('BRL', 500000000, 2500000000, 50000000),
  ('BTC', 2000000000, 10000000000, 200000000),
  ('ETH', 40000000000, 200000000000, 4000000000),
  ('USDT', 1000000000000, 5000000000000, 100000000000);

-- Money people credited by hand: found on a statement, matched to its owner, or come back.
create table by_hand_credit (
  approval_id text primary key references approval (id),
  kind text not null check (kind in ('found', 'match', 'returned')),
  -- The deposit, payment or line it is about.
  subject text not null,
  asset text not null references by_hand_ceiling (asset),
  minor bigint not null check (minor > 0),
  at bigint not null
);
create index by_hand_credit_of_day on by_hand_credit (asset, kind, at);

-- Which line a credit named: each serves once, for one credit that is counted against its caps.
create table bank_line_use (
  line_id text primary key references bank_statement_line (id),
  approval_id text not null unique references by_hand_credit (approval_id)
);

do $$
declare name text;
begin
  foreach name in array array['bank_statement', 'bank_statement_line', 'by_hand_ceiling', 'by_hand_credit',
    'bank_line_use'] loop
    execute format('create trigger insert_only before update or delete or truncate on %I
      for each statement execute function payments_refuse()', name);
  end loop;
end $$;

create function bank_statement_sound(asked text) returns void language plpgsql as $$
declare
  one bank_statement;
begin
  select * into one from bank_statement where id = asked;
  if (select count(*) <> one.line_count
      or one.opening_minor + coalesce(sum(case direction when 'in' then minor else -minor end), 0) <> one.closing_minor
      or coalesce(bool_or(rail_id <> one.rail_id or asset <> one.asset), false)
    from bank_statement_line where statement_id = asked) then
    raise exception 'statement %: opening and lines are not closing', asked using errcode = 'check_violation';
  end if;
end $$;

create function bank_statement_follows() returns trigger language plpgsql as $$
begin
  if new.no > 1 and not exists (select from bank_statement before
      where before.rail_id = new.rail_id and before.account = new.account and before.asset = new.asset
        and before.no = new.no - 1 and before.closing_minor = new.opening_minor) then
    raise exception 'statement % does not begin where the one before ended', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger follows before insert on bank_statement for each row execute function bank_statement_follows();

create function bank_statement_check() returns trigger language plpgsql as $$
begin
  perform bank_statement_sound(new.id);
  return null;
end $$;
-- At the end of the transaction, when its lines are there.
create constraint trigger sound after insert on bank_statement deferrable initially deferred
  for each row execute function bank_statement_check();

create function bank_statement_lines_check() returns trigger language plpgsql as $$
begin
  perform bank_statement_sound(statement_id) from (select distinct statement_id from added) as one;
  return null;
end $$;
create trigger sound after insert on bank_statement_line referencing new table as added
  for each statement execute function bank_statement_lines_check();

-- Takes the turn of whoever credits this asset by hand: what was credited in the last day cannot change meanwhile.
create function by_hand_turn(asked text) returns void
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  select from by_hand_ceiling where asset = asked for update
$$;

-- Nothing above the ceilings, and nothing of what takes three people by two; whatever program asks.
create function by_hand_check() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  ceiling by_hand_ceiling;
  spent numeric;
begin
  select * into ceiling from by_hand_ceiling where asset = new.asset for update;
  select decided_at into new.at from approval_decision where approval_id = new.approval_id and outcome = 'approved';
  if new.at is null then
    raise exception 'nobody approved %', new.approval_id using errcode = 'check_violation';
  end if;
  select coalesce(sum(minor), 0) + new.minor into spent from by_hand_credit
    where asset = new.asset and kind = new.kind and at > new.at - 86400000;
  if new.minor > ceiling.entry_minor or spent > ceiling.day_minor then
    raise exception 'more % than is ever credited by hand', new.asset using errcode = 'check_violation';
  end if;
  if spent > ceiling.three_minor and (select deciders from approval where id = new.approval_id) < 2 then
    raise exception 'so much % takes three people', new.asset using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger check_ceilings before insert on by_hand_credit for each row execute function by_hand_check();

-- A line that came in, as much as it says, by people none of whom imported it: neither under the same account nor under
-- another of the same person (decision 81).
create function bank_line_check() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  line bank_statement_line;
  credit by_hand_credit;
  importer text;
begin
  select * into line from bank_statement_line where id = new.line_id;
  select * into credit from by_hand_credit where approval_id = new.approval_id;
  select imported_by into importer from bank_statement where id = line.statement_id;
  if line.direction is distinct from 'in' or line.asset <> credit.asset or line.minor <> credit.minor then
    raise exception 'line % is not what % credits', new.line_id, new.approval_id using errcode = 'check_violation';
  end if;
  if exists (
    select from (
      select maker as operator_id, created_at as at from approval where id = new.approval_id
      union all select decided_by, decided_at from approval_decision where approval_id = new.approval_id
      union all select decided_by, decided_at from approval_consent where approval_id = new.approval_id
    ) as person where staff_one_person(importer, person.operator_id, person.at) is not null
  ) then
    raise exception 'whoever imported line % neither proposes nor decides what it credits', new.line_id
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger check_line before insert on bank_line_use for each row execute function bank_line_check();

grant select, insert on bank_statement, bank_statement_line, by_hand_credit, bank_line_use to bolsillo_app;
grant select on by_hand_ceiling to bolsillo_app;
grant select on bank_statement, bank_statement_line, by_hand_credit, by_hand_ceiling to bolsillo_ledger;
grant update on by_hand_ceiling to bolsillo_ledger;
alter function by_hand_turn(text) owner to bolsillo_ledger;
alter function by_hand_check() owner to bolsillo_ledger;
alter function bank_line_check() owner to bolsillo_ledger;
revoke all on function by_hand_turn(text), by_hand_check(), bank_line_check() from public;
grant execute on function by_hand_turn(text) to bolsillo_app;

select keep_rows('bank_statement', '{id}');
select keep_rows('bank_statement_line', '{id}');
select keep_rows('by_hand_ceiling', '{asset}');
select keep_rows('by_hand_credit', '{approval_id}');
select keep_rows('bank_line_use', '{line_id}');
