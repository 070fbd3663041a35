-- Positions in perpetual contracts. `entry` is exact, in 10^-12 USDT; sums of money are in minor units of USDT. Written by
-- the desk's batch only. A closed position stays as it closed; the next one of the contract is a row of its own.
create table contract_position (
  position_id text collate "C" primary key,
  customer_id text collate "C" not null,
  symbol text not null,
  mode text not null check (mode in ('isolated', 'cross')),
  leverage bigint not null check (leverage >= 100),
  size bigint not null,
  entry numeric(38, 0) not null check (entry <> 'NaN' and (size = 0) = (entry = 0) and entry * size >= 0),
  margin bigint not null check (margin >= 0 and (size <> 0 or margin = 0)),
  hold_id text,
  realised bigint not null,
  funding bigint not null,
  fees bigint not null check (fees >= 0),
  vat bigint not null check (vat >= 0),
  triggers jsonb not null default '[]',
  liquidation_id text,
  funded_at bigint not null,
  opened_at bigint not null,
  updated_at bigint not null,
  closed_at bigint,
  check ((size = 0) = (closed_at is not null)),
  check ((margin = 0) = (hold_id is null))
) with (fillfactor = 70);
create unique index contract_position_open on contract_position (customer_id, symbol) where closed_at is null;
create index contract_position_of_symbol on contract_position (symbol, customer_id) where closed_at is null;
create index contract_position_closed on contract_position (customer_id, closed_at desc) where closed_at is not null;
grant select, insert, update on contract_position to bolsillo_app;

create function contracts_refuse() returns trigger language plpgsql as $$
begin
  raise exception '% is insert-only: % refused', tg_table_name, lower(tg_op) using errcode = 'insufficient_privilege';
end $$;
create function contracts_closed_stays() returns trigger language plpgsql as $$
begin
  raise exception 'position % is closed', old.position_id using errcode = 'check_violation';
end $$;
create trigger closed_stays before update on contract_position
  for each row when (old.closed_at is not null) execute function contracts_closed_stays();

-- What one journal entry did to a position: what results, receipts and itemised closings are read from.
create table contract_booking (
  entry_id text collate "C" not null,
  position_id text collate "C" not null,
  customer_id text collate "C" not null,
  symbol text not null,
  what text not null check (what in ('fill', 'margin', 'deleveraging', 'funding-loss')),
  order_id text,
  liquidation_id text,
  size bigint not null,
  price bigint,
  realised bigint not null,
  fee bigint not null,
  vat bigint not null,
  liquidation_fee bigint not null,
  fund_paid bigint not null,
  market_bore bigint not null,
  at bigint not null,
  primary key (entry_id, position_id)
);
create index contract_booking_of_order on contract_booking (order_id) where order_id is not null;
create index contract_booking_of_liquidation on contract_booking (liquidation_id) where liquidation_id is not null;
grant select, insert on contract_booking to bolsillo_app;
create trigger insert_only before update or delete or truncate on contract_booking
  for each statement execute function contracts_refuse();

-- A step of a liquidation with all it was decided on. `inputs`: accounts and marks as the margin function was given them.
create table contract_liquidation_step (
  liquidation_id text collate "C" not null,
  number integer not null check (number > 0),
  customer_id text collate "C" not null,
  position_id text collate "C" not null,
  symbol text not null,
  mode text not null,
  kind text not null check (kind in ('partial', 'full', 'deleveraging')),
  size bigint not null,
  quantity bigint not null check (quantity > 0),
  worst_price bigint not null check (worst_price > 0),
  order_id text,
  inputs jsonb not null,
  at bigint not null,
  primary key (liquidation_id, number)
);
create index contract_liquidation_of_customer on contract_liquidation_step (customer_id, liquidation_id desc) where number = 1;
grant select, insert on contract_liquidation_step to bolsillo_app;
create trigger insert_only before update or delete or truncate on contract_liquidation_step
  for each statement execute function contracts_refuse();

create table contract_liquidation_end (
  liquidation_id text collate "C" primary key,
  size bigint not null,
  at bigint not null
);
grant select, insert on contract_liquidation_end to bolsillo_app;
create trigger insert_only before update or delete or truncate on contract_liquidation_end
  for each statement execute function contracts_refuse();

-- Looks at the premium, one a minute: what a funding rate is the mean of. Swept after a week.
create table contract_premium (
  symbol text not null,
  at bigint not null,
  premium bigint not null,
  mark bigint not null check (mark > 0),
  index_price bigint not null check (index_price > 0),
  primary key (symbol, at)
);
grant select, insert, delete on contract_premium to bolsillo_app;

-- Funding as it was paid. `looks`: how many premiums its rate is the mean of; rates are parts of 10^9.
create table contract_funding (
  symbol text not null,
  at bigint not null,
  rate bigint not null,
  mark bigint not null check (mark > 0),
  looks integer not null,
  holders integer not null,
  paid bigint not null check (paid >= 0),
  primary key (symbol, at)
);
grant select, insert on contract_funding to bolsillo_app;
create trigger insert_only before update or delete or truncate on contract_funding
  for each statement execute function contracts_refuse();

create table contract_funding_payment (
  customer_id text collate "C" not null,
  symbol text not null,
  at bigint not null,
  position_id text collate "C" not null,
  size bigint not null check (size <> 0),
  minor bigint not null,
  entry_id text,
  primary key (customer_id, at, symbol)
);
create index contract_funding_payment_of_symbol on contract_funding_payment (symbol, at);
grant select, insert on contract_funding_payment to bolsillo_app;
create trigger insert_only before update or delete or truncate on contract_funding_payment
  for each statement execute function contracts_refuse();

create table contract_suitability (
  customer_id text collate "C" primary key,
  answers jsonb not null,
  passed boolean not null,
  answered_at bigint not null
);
grant select, insert, update on contract_suitability to bolsillo_app;
