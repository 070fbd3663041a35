-- Funding is of what was open at its instant. What that was is read back from what was booked since.
create index contract_booking_of_symbol on contract_booking (symbol, at);
create index contract_position_closed_of_symbol on contract_position (symbol, closed_at) where closed_at is not null;

-- Whether the payments of an instant are of the sizes there were then; before this they were of the sizes when they were paid.
alter table contract_funding add column by_instant boolean not null default false;

-- A closed position stays as it closed, but for the funding of an instant at which it was still open and which is paid later.
create or replace function contracts_closed_stays() returns trigger language plpgsql as $$
begin
  if new.funded_at > old.funded_at
    and to_jsonb(new) - 'funding' - 'funded_at' = to_jsonb(old) - 'funding' - 'funded_at' then
    return new;
  end if;
  raise exception 'position % is closed', old.position_id using errcode = 'check_violation';
end $$;
