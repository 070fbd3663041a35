-- Papers customers sent, and what came of them. A submission never changes: what was refused comes again as another one.

create table identity_case (
  id text primary key,
  customer_id text not null references customer (id),
  -- 1 for the first submission, one more for each after a refusal.
  attempt integer not null check (attempt between 1 and 1000),
  country text not null check (country ~ '^[A-Z]{2}$'),
  certificate text not null check (certificate in ('id-card', 'driving-licence', 'passport')),
  level smallint not null check (level between 1 and 9),
  state text not null default 'pending' check (state in ('pending', 'succ', 'fail')),
  -- Name, birth date and numbers, encrypted with a key that is not in the database.
  sealed bytea not null,
  front_file text not null references stored_file (id),
  back_file text references stored_file (id),
  -- Fields that were in order in an earlier submission and were not sent again.
  carried text[] not null,
  submitted_at bigint not null,
  decided_at bigint,
  unique (customer_id, attempt),
  check ((state = 'pending') = (decided_at is null))
);
create unique index identity_case_one_pending on identity_case (customer_id) where state = 'pending';
create unique index identity_case_one_verified on identity_case (customer_id) where state = 'succ';
create index identity_case_waiting on identity_case (submitted_at, id) where state = 'pending';
create index identity_case_decided on identity_case (decided_at, id) where state <> 'pending';
grant select, insert on identity_case to bolsillo_app;
grant update (state, decided_at) on identity_case to bolsillo_app;

-- The transition table of domain/review.ts once more, where nobody comes past it: what is decided stays decided.
create function identity_case_moves() returns trigger language plpgsql as $$
begin
  if old.state <> 'pending' or new.state = 'pending' then
    raise exception 'papers may not go from % to %', old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger identity_case_moves before update on identity_case for each row execute function identity_case_moves();

-- Every change of state, with who made it. Insert-only: nothing else is granted.
create table identity_step (
  place bigint generated always as identity primary key,
  case_id text not null references identity_case (id),
  customer_id text not null references customer (id),
  from_state text not null check (from_state in ('none', 'pending', 'fail')),
  to_state text not null check (to_state in ('pending', 'succ', 'fail')),
  actor text not null,
  at bigint not null
);
create index identity_step_of_customer on identity_step (customer_id, place);
create index identity_step_decided on identity_step (at) where to_state <> 'pending';
grant select, insert on identity_step to bolsillo_app;

-- What was refused of a submission, field by field, by closed lists.
create table identity_refusal (
  case_id text not null references identity_case (id),
  field text not null,
  reason text not null,
  primary key (case_id, field)
);
grant select, insert on identity_refusal to bolsillo_app;

-- Numbers as keyed hashes: the same number can be found on another account, and not be read.
create table identity_mark (
  case_id text not null references identity_case (id),
  kind text not null check (kind in ('curp', 'rfc', 'cpf', 'cnpj', 'document')),
  mark bytea not null,
  customer_id text not null references customer (id),
  primary key (case_id, kind)
);
create index identity_mark_of on identity_mark (mark, kind);
grant select, insert on identity_mark to bolsillo_app;
