-- "Let a day pass for me": in the practice market a customer lifts the sell lock of shares they bought, of theirs alone. The
-- rows of locks stay what fills made them; what was lifted of each stands beside it, and what is bought later is locked again.
create table position_lock_passed (
  pass_no bigint generated always as identity primary key,
  customer_id text collate "C" not null,
  instrument_id text not null,
  sellable_at bigint not null,
  passed_at bigint not null check (passed_at < sellable_at),
  quantity bigint not null check (quantity > 0)
);
create index position_lock_passed_of on position_lock_passed (customer_id, instrument_id, sellable_at);
grant select, insert on position_lock_passed to bolsillo_app;
grant select on position_lock_passed, position_lock, installation to bolsillo_ledger;
select keep_rows('position_lock_passed', '{pass_no}');
select guard_rows('position_lock_passed');

-- Where money is real no day passes for one customer alone; and no more is lifted of a lock than it holds.
create function position_lock_passes() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  locked constant bigint := (select quantity from position_lock
    where customer_id = new.customer_id and instrument_id = new.instrument_id and sellable_at = new.sellable_at);
  passed constant bigint := (select coalesce(sum(quantity), 0)::bigint from position_lock_passed
    where customer_id = new.customer_id and instrument_id = new.instrument_id and sellable_at = new.sellable_at);
begin
  if not exists (select from installation where mode = 'SIM') then
    raise exception 'a day passes for one customer in the practice market alone' using errcode = 'check_violation';
  end if;
  if locked is null or passed + new.quantity > locked then
    raise exception 'more shares would be unlocked than are locked: % of %', new.customer_id, new.instrument_id
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger passes before insert on position_lock_passed for each row execute function position_lock_passes();
alter function position_lock_passes() owner to bolsillo_ledger;
revoke all on function position_lock_passes() from public;
