-- "Let the wait pass for me": in the practice market the owner of a new destination ends its wait, once. The destination
-- stays as it was added; every other hold is counted from when the wait ended.
create table destination_wait_passed (
  destination_id text collate "C" primary key references destination (id),
  customer_id text not null,
  passed_at bigint not null
);
grant select, insert on destination_wait_passed to bolsillo_app;
grant select on destination, installation, cool_down to bolsillo_ledger;
select keep_rows('destination_wait_passed', '{destination_id}');
select guard_rows('destination_wait_passed');

-- Not where money is real, not of somebody else's destination, and not before a hold that has begun since it was added.
create function destination_wait_passes() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from installation where mode = 'SIM') then
    raise exception 'a wait passes for one customer in the practice market alone' using errcode = 'check_violation';
  end if;
  if not exists (
    select from destination where id = new.destination_id and customer_id = new.customer_id
      and new.passed_at between added_at and usable_at
  ) then
    raise exception 'the wait of % is not the customer''s to pass' , new.destination_id using errcode = 'check_violation';
  end if;
  -- Passed before a change of what protects the account, the destination would be none that was new then.
  if exists (
    select from cool_down
    where customer_id = new.customer_id and lifted_at is null and from_at > new.passed_at
  ) then
    raise exception 'the wait of % may not end before a hold of the account began', new.destination_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger passes before insert on destination_wait_passed for each row execute function destination_wait_passes();
alter function destination_wait_passes() owner to bolsillo_ledger;
revoke all on function destination_wait_passes() from public;
