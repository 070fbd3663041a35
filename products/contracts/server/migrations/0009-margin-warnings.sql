-- Warnings before a liquidation, and that the account was clearly safe again after one: a step a row, numbered within its
-- account (`cross`, or the isolated position). `ratio` and `threshold`: hundredths of a percent. `inputs`: the account and
-- its marks as the margin function was given them; none of a cross account of which nothing was open any more.
create table contract_margin_warning (
  customer_id text collate "C" not null,
  account text collate "C" not null,
  number integer not null check (number > 0),
  step text not null check (step in ('first', 'urgent', 'calm')),
  position_id text collate "C",
  ratio bigint check (ratio >= 0),
  threshold bigint check (threshold > 0),
  inputs jsonb,
  at bigint not null,
  primary key (customer_id, account, number),
  check (num_nulls(position_id, ratio, threshold, inputs) in (0, 4)),
  check (inputs is not null or (step = 'calm' and account = 'cross')),
  check ((case when step = 'calm' then ratio is null or ratio < threshold else ratio >= threshold end) is true)
);
grant select, insert on contract_margin_warning to bolsillo_app;

-- An episode warns once at each level, and ends before another begins.
create function contracts_warning_follows() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  last contract_margin_warning;
begin
  select * into last from contract_margin_warning as one
  where one.customer_id = new.customer_id and one.account = new.account order by one.number desc limit 1;
  if new.number <> coalesce(last.number, 0) + 1 or new.step is not distinct from last.step
    or (new.step = 'first' and last.step = 'urgent') or (new.step = 'calm' and last.step is null) then
    raise exception 'step % (%) of the warnings of % does not follow', new.number, new.step, new.account
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger follows before insert on contract_margin_warning for each row execute function contracts_warning_follows();
create trigger insert_only before update or delete or truncate on contract_margin_warning
  for each statement execute function contracts_refuse();
select guard_rows('contract_margin_warning');
select keep_rows('contract_margin_warning', '{customer_id, account, number}');
