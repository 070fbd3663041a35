-- Two accounts that share a key, a device, papers or an acceptance are one person, and whoever has no powers yet neither
-- proposes nor decides (identity's migration 0011). The program says so before; this holds whatever program asks.
create function approval_two_people() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  proposer text;
  shared text;
begin
  if new.outcome not in ('approved', 'refused') then
    return new;
  end if;
  select maker into proposer from approval where id = new.approval_id;
  shared := staff_one_person(proposer, new.decided_by, new.decided_at);
  if shared is not null then
    raise exception 'proposal % is proposed and decided by one person: the same %', new.approval_id, shared
      using errcode = 'check_violation';
  end if;
  if staff_waits(new.decided_by, new.decided_at) then
    raise exception 'whoever decides proposal % has no powers yet', new.approval_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger two_people before insert on approval_decision for each row execute function approval_two_people();

create function approval_maker_may() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if staff_waits(new.maker, new.created_at) then
    raise exception 'whoever proposes % has no powers yet', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger maker_may before insert on approval for each row execute function approval_maker_may();

create index approval_by_maker on approval (maker, created_at);
alter function approval_two_people() owner to bolsillo_ledger;
alter function approval_maker_may() owner to bolsillo_ledger;
revoke all on function approval_two_people(), approval_maker_may() from public;
