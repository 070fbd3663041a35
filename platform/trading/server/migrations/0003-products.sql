-- Coins and contracts are traded by the same desk. What was taken from the book may cost more than what waited in it; for
-- the schedules so far both cost the same.
alter table trade_order
  add column taker_exact numeric(38, 0) not null default 0 check (taker_exact >= 0 and taker_exact <> 'NaN'),
  add column reduce_only boolean not null default false,
  add column terms text;
alter table trade_order add constraint known_product check (product in ('stock', 'spot', 'contract'));
alter table trade_fill
  add column product text not null default 'stock' check (product in ('stock', 'spot', 'contract'));
alter table trade_fill alter column product drop default;
