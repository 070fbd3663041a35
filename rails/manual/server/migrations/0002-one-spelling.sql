-- The bank's numbers that were told, in their one spelling: one transfer is told once, in and out. What was told before
-- keeps the spelling it was told in; of two spellings told before, the first has the number.
create table manual_number (
  direction text not null check (direction in ('in', 'out')),
  number text not null check (number <> ''),
  telling_key text not null,
  primary key (direction, number)
);
create trigger insert_only before update or delete or truncate on manual_number
  for each statement execute function manual_refuse();
grant select, insert on manual_number to bolsillo_app;

insert into manual_number (direction, number, telling_key)
select direction, number, key
from (
  select seq, key, case when event ->> 'kind' = 'received' then 'in' else 'out' end as direction,
    upper(regexp_replace(normalize(event ->> 'externalId', nfkd), '[\u0300-\u036f\u200b-\u200f[:space:]]', '', 'g')) as number
  from manual_telling where event ->> 'kind' in ('received', 'payout-confirmed')
) as told
where number <> '' order by seq
on conflict do nothing;
