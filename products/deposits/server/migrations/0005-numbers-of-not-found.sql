-- A deposit that people ended because nothing came keeps its rail's number, so that what the rail takes back of it is known
-- to be of it. Should the rail deliver it after all, the number goes to the deposit that it then is. Everything else stays
-- as it ended.
create or replace function deposit_keep_moves() returns trigger language plpgsql as $$
begin
  if new.stage <> old.stage
    and not exists (select from deposit_move where from_stage = old.stage and to_stage = new.stage) then
    raise exception 'deposit % may not go from % to %', old.id, old.stage, new.stage using errcode = 'check_violation';
  end if;
  if old.stage in ('credited', 'failed') and (
    new.entry_id, new.credited_minor, new.fail_reason, new.ended_at, new.customer_id
  ) is distinct from (
    old.entry_id, old.credited_minor, old.fail_reason, old.ended_at, old.customer_id
  ) then
    raise exception 'deposit % has ended', old.id using errcode = 'check_violation';
  end if;
  if old.stage in ('credited', 'failed') and new.external_id is distinct from old.external_id
    and not (old.fail_reason = 'payment-not-found' and new.external_id is null) then
    raise exception 'deposit % has ended', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
