-- Nothing comes in by hand but what a line of an imported statement says: what is told is told by the approval that used a
-- line of that number, amount and asset (payments' bank_line_use). What was told before stays as it was told.
create function manual_names_line() returns trigger language plpgsql as $$
declare
  told text := coalesce(new.event ->> 'externalId', new.event ->> 'returnId');
begin
  if new.event ->> 'kind' in ('received', 'payout-returned') and not exists (
    select from bank_line_use used join bank_statement_line line on line.id = used.line_id
    where used.approval_id = new.approval_id and line.rail_id = 'manual' and line.direction = 'in' and line.number = told
      and line.minor::text = new.event -> 'amount' ->> 'minor' and line.asset = new.event -> 'amount' ->> 'asset'
  ) then
    raise exception 'no line of a statement says %', told using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger names_line before insert on manual_telling for each row execute function manual_names_line();

-- What customers of a practice market sent to the firm's account: the practice bank's own book, which its statements
-- are made from. Nothing is credited because of it.
create table manual_practice_transfer (
  no bigint generated always as identity primary key,
  asset text not null,
  minor bigint not null check (minor > 0),
  reference text not null,
  payer_name text not null,
  payer_account text not null,
  at bigint not null
);
grant select, insert on manual_practice_transfer to bolsillo_app;
