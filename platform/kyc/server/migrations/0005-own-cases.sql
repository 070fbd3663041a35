-- Nobody decides their own case (decision 88). Staff are identified as customers are, so that a customer account of theirs is
-- known by the numbers in its papers, whoever opened it and whenever.

-- Whether a customer account is of somebody of the staff: the one they were invited as, or one with papers of theirs, also
-- papers that wait.
create function staff_owns(asked text, wanted text) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from operator where id = asked and person = wanted)
    or exists (
      select from identity_mark join operator_paper using (mark)
      where operator_paper.operator_id = asked and identity_mark.customer_id = wanted
    )
$$;

-- Marks accounts whose verified papers are those of staff: when papers are verified, and when somebody joins.
create function staff_account_found() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_table_name = 'identity_case' then
    insert into staff_account (customer_id, operator_id, at)
      select new.customer_id, min(operator_paper.operator_id), new.decided_at
      from identity_mark join operator_paper using (mark) join operator on operator.id = operator_paper.operator_id
      where identity_mark.case_id = new.id having count(*) > 0
      on conflict do nothing;
  else
    insert into staff_account (customer_id, operator_id, at)
      select distinct found.customer_id, new.id, new.created_at
      from operator_paper join identity_mark using (mark) join identity_case as found on found.id = case_id and state = 'succ'
      where operator_paper.operator_id = new.id
      on conflict do nothing;
  end if;
  return null;
end $$;
create trigger staff_account_found after update of state on identity_case
  for each row when (new.state = 'succ') execute function staff_account_found();
create trigger staff_account_found after insert on operator
  for each row execute function staff_account_found();

-- Installations from before.
insert into staff_account (customer_id, operator_id, at)
  select found.customer_id, min(operator.id), min(operator.created_at)
  from operator join operator_paper on operator_id = operator.id join identity_mark using (mark)
    join identity_case as found on found.id = case_id and state = 'succ'
  group by found.customer_id;

-- A decision about papers, by one person or two.
create function identity_step_not_own() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if staff_owns(new.actor, new.customer_id) then
    raise exception 'nobody decides about their own papers: %', new.case_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger not_own before insert on identity_step
  for each row when (new.actor like 'opr\_%') execute function identity_step_not_own();

-- Proposals about a customer: neither proposed nor agreed to nor decided by whoever the customer is.
create function approval_not_own() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  who constant text := case tg_table_name when 'approval' then to_jsonb(new) ->> 'maker' else to_jsonb(new) ->> 'decided_by' end;
  about constant text := case tg_table_name when 'approval' then to_jsonb(new) ->> 'customer_id'
    else (select customer_id from approval where id = to_jsonb(new) ->> 'approval_id') end;
begin
  -- Taking one's own back, or its hour being over, decides nothing.
  if tg_table_name = 'approval_decision' and to_jsonb(new) ->> 'outcome' not in ('approved', 'refused') then return new; end if;
  if about is not null and staff_owns(who, about) then
    raise exception 'nobody proposes or decides about their own account: %', about using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger not_own before insert on approval for each row execute function approval_not_own();
create trigger not_own before insert on approval_decision for each row execute function approval_not_own();
create trigger not_own before insert on approval_consent for each row execute function approval_not_own();

grant select on identity_mark, identity_case to bolsillo_ledger;
alter function staff_account_found() owner to bolsillo_ledger;
alter function identity_step_not_own() owner to bolsillo_ledger;
alter function approval_not_own() owner to bolsillo_ledger;
revoke all on function staff_owns(text, text), staff_account_found(), identity_step_not_own(), approval_not_own() from public;
grant execute on function staff_owns(text, text) to bolsillo_app, bolsillo_ledger;
