-- While what we owe of an asset is above what we hold, no deposit of it is credited, whatever program asks.
create function deposit_not_while_halted() returns trigger language plpgsql as $$
begin
  if new.stage = 'credited' and (tg_op = 'INSERT' or old.stage <> 'credited') and exists (
    select from credit_halt halt where halt.asset = new.asset
      and not exists (select from credit_halt_end ended where ended.halt_id = halt.id)
  ) then
    raise exception 'credits of % are halted', new.asset using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger not_while_halted before insert or update on deposit
  for each row execute function deposit_not_while_halted();
