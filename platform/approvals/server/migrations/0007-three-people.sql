-- Some acts take three people: the one who proposes and two who decide. How many is kept with the proposal; whoever
-- agrees before the last one leaves a row, and only the last one's agreement is the decision.
alter table approval add column deciders integer not null default 1 check (deciders in (1, 2));

create table approval_consent (
  approval_id text not null references approval (id),
  payload_hash text not null,
  decided_by text not null check (decided_by ~ '^opr_'),
  reason text not null,
  decided_at bigint not null,
  -- Nobody agrees twice.
  primary key (approval_id, decided_by)
);
create trigger insert_only before update or delete or truncate on approval_consent
  for each statement execute function approval_refuse();

-- Who agrees is somebody else, and another person, in time, about what is stored; as the decision itself
-- (approval_check_decision, approval_two_people).
create function approval_check_consent() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  proposal approval;
  shared text;
begin
  select * into proposal from approval where id = new.approval_id for update;
  if proposal.id is null or not proposal.open or proposal.deciders < 2 then
    raise exception 'proposal % waits for nobody before its decision', new.approval_id using errcode = 'check_violation';
  end if;
  if new.payload_hash <> proposal.payload_hash then
    raise exception 'the consent is about something else than proposal %', new.approval_id using errcode = 'check_violation';
  end if;
  if new.decided_by = proposal.maker then
    raise exception 'whoever proposed % cannot agree to it', new.approval_id using errcode = 'check_violation';
  end if;
  shared := staff_one_person(proposal.maker, new.decided_by, new.decided_at);
  if shared is not null then
    raise exception 'proposal % is proposed and agreed to by one person: the same %', new.approval_id, shared
      using errcode = 'check_violation';
  end if;
  if staff_waits(new.decided_by, new.decided_at) then
    raise exception 'whoever agrees to proposal % has no powers yet', new.approval_id using errcode = 'check_violation';
  end if;
  if new.decided_at < proposal.created_at or new.decided_at > proposal.expires_at then
    raise exception 'proposal % cannot be agreed to at this time', new.approval_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger check_consent before insert on approval_consent
  for each row execute function approval_check_consent();

-- What takes three people is not approved by two.
create function approval_count_people() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.outcome = 'approved' and (
    select count(*) from approval_consent as consent where consent.approval_id = new.approval_id
      and consent.decided_by <> new.decided_by
      and staff_one_person(consent.decided_by, new.decided_by, new.decided_at) is null
  ) < (select deciders - 1 from approval where id = new.approval_id) then
    raise exception 'proposal % takes more people', new.approval_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger count_people before insert on approval_decision
  for each row execute function approval_count_people();

grant insert (deciders) on approval to bolsillo_app;
grant select, insert on approval_consent to bolsillo_app;
grant select on approval_consent to bolsillo_ledger;
alter function approval_check_consent() owner to bolsillo_ledger;
alter function approval_count_people() owner to bolsillo_ledger;
revoke all on function approval_check_consent(), approval_count_people() from public;
select keep_rows('approval_consent', '{approval_id, decided_by}');
