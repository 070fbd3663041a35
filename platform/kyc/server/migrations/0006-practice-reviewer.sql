-- Papers are decided by people. Only the practice market has a reviewer that is none; it verifies, and never refuses.
create function identity_step_by_people() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.actor = 'practice-reviewer' and new.to_state = 'succ'
    and exists (select from installation where mode = 'SIM') then return new; end if;
  raise exception 'papers are decided by people, not by %', new.actor using errcode = 'check_violation';
end $$;
create trigger by_people before insert on identity_step
  for each row when (new.to_state <> 'pending' and new.actor not like 'opr\_%') execute function identity_step_by_people();

grant select on installation to bolsillo_ledger;
alter function identity_step_by_people() owner to bolsillo_ledger;
revoke all on function identity_step_by_people() from public;

-- Nor are papers decided without somebody who did it: at the latest when the decision commits, its step is there.
create function identity_case_has_decision() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
    select from identity_step where case_id = new.id and to_state = new.state and at = new.decided_at
  ) then
    raise exception 'nobody decided the papers %', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger has_decision after insert or update of state on identity_case
  deferrable initially deferred
  for each row when (new.state <> 'pending') execute function identity_case_has_decision();
grant select on identity_step to bolsillo_ledger;
alter function identity_case_has_decision() owner to bolsillo_ledger;
revoke all on function identity_case_has_decision() from public;
