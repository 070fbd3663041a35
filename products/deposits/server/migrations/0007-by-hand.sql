-- Held money becomes a customer's only by people whose credit is counted against the caps (payments' by_hand_credit); and
-- of the rail of transfers by hand only where a line of an imported statement says that it came.
create function deposit_by_hand() returns trigger language plpgsql as $$
begin
  if old.stage = 'held' and new.stage = 'credited' then
    if not exists (select from by_hand_credit where kind = 'match' and subject = new.id and asset = new.asset
        and minor >= new.credited_minor) then
      raise exception 'nobody matched deposit %', new.id using errcode = 'check_violation';
    end if;
    if new.rail_id = 'manual' and not exists (
      select from bank_line_use used join bank_statement_line line on line.id = used.line_id
      where line.rail_id = 'manual' and line.direction = 'in' and line.number = new.external_id
        and line.minor >= new.amount_minor and line.asset = new.asset
    ) then
      raise exception 'no line of a statement says deposit %', new.id using errcode = 'check_violation';
    end if;
  end if;
  return new;
end $$;
create trigger by_hand before update on deposit for each row execute function deposit_by_hand();
