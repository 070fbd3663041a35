-- Acts of staff that take two people. A proposal never changes; what became of it is a row of its own.
create table approval (
  id text primary key,
  kind text not null check (kind ~ '^[a-z][a-z0-9-]*\.[a-z][a-z0-9-]*$'),
  subject text collate "C" not null check (subject ~ '^[A-Za-z][A-Za-z0-9_.:-]{0,79}$'),
  customer_id text,
  -- Canonical JSON (domain/payload.ts).
  payload text not null,
  payload_hash text not null check (payload_hash = encode(sha256(convert_to(payload, 'UTF8')), 'hex')),
  reason text not null,
  maker text not null,
  created_at bigint not null,
  -- One hour, for everything and everybody.
  expires_at bigint not null check (expires_at = created_at + 3600000),
  open boolean not null default true
);
-- One proposal of a kind about a thing at a time.
create unique index approval_one_open on approval (kind, subject) where open;
create index approval_waiting on approval (expires_at) where open;
create index approval_by_time on approval (created_at, id);

create table approval_decision (
  -- One decision each.
  approval_id text primary key references approval (id),
  outcome text not null check (outcome in ('approved', 'refused', 'void', 'expired')),
  -- What the one who decided had seen.
  payload_hash text not null,
  decided_by text not null,
  reason text not null,
  decided_at bigint not null
);

create function approval_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'approvals are insert-only: % of % refused', lower(tg_op), tg_table_name
    using errcode = 'insufficient_privilege';
end $$;
create trigger never_removed before delete or truncate on approval
  for each statement execute function approval_refuse();
create trigger insert_only before update or delete or truncate on approval_decision
  for each statement execute function approval_refuse();

-- A proposal begins open and is closed by its decision, never opened again; nothing else of it changes.
create function approval_only_closes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if not new.open then
      raise exception 'a proposal begins open' using errcode = 'check_violation';
    end if;
  elsif not old.open or new.open
    or to_jsonb(old) - 'open' is distinct from to_jsonb(new) - 'open'
    or not exists (select from approval_decision where approval_id = new.id) then
    raise exception 'a proposal is only ever closed, by its decision' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger only_closes before insert or update on approval
  for each row execute function approval_only_closes();

-- Two people, in time, about what was seen. The program checks the same before; this holds whatever program asks.
create function approval_check_decision() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  proposal approval;
begin
  select * into proposal from approval where id = new.approval_id for update;
  if proposal.id is null or not proposal.open then
    raise exception 'proposal % is not open', new.approval_id using errcode = 'check_violation';
  end if;
  if new.payload_hash <> proposal.payload_hash then
    raise exception 'the decision is about something else than proposal %', new.approval_id
      using errcode = 'check_violation';
  end if;
  if new.decided_at < proposal.created_at then
    raise exception 'proposal % is decided before it was made', new.approval_id using errcode = 'check_violation';
  end if;
  if new.outcome in ('approved', 'refused') then
    if new.decided_by = proposal.maker then
      raise exception 'whoever proposed % cannot decide it', new.approval_id using errcode = 'check_violation';
    end if;
    if new.decided_by !~ '^opr_' then
      raise exception 'only a person decides proposal %', new.approval_id using errcode = 'check_violation';
    end if;
    if new.decided_at > proposal.expires_at then
      raise exception 'proposal % has expired', new.approval_id using errcode = 'check_violation';
    end if;
  elsif new.outcome = 'void' and new.decided_by <> proposal.maker then
    raise exception 'only its maker takes proposal % back', new.approval_id using errcode = 'check_violation';
  elsif new.outcome = 'expired' and new.decided_at <= proposal.expires_at then
    raise exception 'proposal % has not expired', new.approval_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger check_decision before insert on approval_decision
  for each row execute function approval_check_decision();

create function approval_close() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  update approval set open = false where id = new.approval_id;
  return null;
end $$;
create trigger close_proposal after insert on approval_decision
  for each row execute function approval_close();

-- Whoever decides waits for whoever decides at the same time, and then sees what they did.
create function approval_lock(asked text) returns boolean
language sql volatile security definer set search_path = pg_catalog, public as $$
  select open from approval where id = asked for update
$$;

-- Who looked at whose personal data, in which case. Every row stands in the customer's own log as well.
create table personal_data_view (
  seq bigint generated always as identity primary key,
  operator_id text not null,
  customer_id text not null,
  what text not null check (what ~ '^[a-z][a-z0-9-]{1,39}$'),
  case_id text not null check (case_id ~ '^[A-Za-z][A-Za-z0-9_.:-]{0,79}$'),
  at bigint not null
);
create index personal_data_view_by_operator on personal_data_view (operator_id, at);
create trigger insert_only before update or delete or truncate on personal_data_view
  for each statement execute function approval_refuse();

grant select on approval to bolsillo_app;
-- Not `open`: a proposal is open until it is decided.
grant insert (id, kind, subject, customer_id, payload, payload_hash, reason, maker, created_at, expires_at)
  on approval to bolsillo_app;
grant select, insert on approval_decision to bolsillo_app;
grant select, insert on personal_data_view to bolsillo_app;

-- The role that keeps the ledger closes proposals too: nobody can log in as it, nor become it at run time.
grant select, update (open) on approval to bolsillo_ledger;
grant select on approval_decision to bolsillo_ledger;
alter function approval_check_decision() owner to bolsillo_ledger;
alter function approval_close() owner to bolsillo_ledger;
alter function approval_lock(text) owner to bolsillo_ledger;
revoke all on function approval_lock(text), approval_check_decision(), approval_close() from public;
grant execute on function approval_lock(text) to bolsillo_app;
