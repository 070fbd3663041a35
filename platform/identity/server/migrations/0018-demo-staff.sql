-- The third account of the demo has its power at once, as its first two have: a credit by hand takes three people, and nobody
-- of the demo was invited, so no number would ever start its wait. Only while a practice market is made, before its demo is
-- whole, and for treasury alone; whoever else is third waits, here too.
create or replace function operator_begins() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  made integer;
begin
  perform pg_advisory_xact_lock(hashtext('operator_begins'));
  select count(*) into made from operator;
  if made < 2 or (
    made = 2 and new.roles = '{treasury}' and exists (select from installation where mode = 'SIM' and demo_at is null)
  ) then
    new.powers_from := new.created_at;
    new.waiting_roles := '{}';
  else
    new.powers_from := null;
    new.waiting_roles := new.roles;
  end if;
  return new;
end $$;
