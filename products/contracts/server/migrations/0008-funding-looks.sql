-- The looks at the premium that each rate of funding is the mean of, one row an instant, for as long as the rate is shown:
-- contract_premium forgets them after a week. All four lists have one place for each look, in the order they were taken.
create table contract_funding_looks (
  symbol text not null,
  at bigint not null,
  ats bigint[] not null,
  premiums bigint[] not null,
  marks bigint[] not null,
  index_prices bigint[] not null,
  primary key (symbol, at),
  check (cardinality(ats) > 0 and cardinality(ats) = all (array[cardinality(premiums), cardinality(marks), cardinality(index_prices)]))
);
grant select, insert on contract_funding_looks to bolsillo_app;

-- Of instants whose looks are not forgotten yet. An interval is eight hours. What is left of one whose first looks are
-- forgotten shows no rate, so it is not kept.
insert into contract_funding_looks
select funding.symbol, funding.at, looks.ats, looks.premiums, looks.marks, looks.index_prices
from contract_funding as funding cross join lateral (
  select array_agg(premium.at order by premium.at) as ats, array_agg(premium order by premium.at) as premiums,
    array_agg(mark order by premium.at) as marks, array_agg(index_price order by premium.at) as index_prices
  from contract_premium as premium
  where premium.symbol = funding.symbol and premium.at >= funding.at - 28800000 and premium.at < funding.at
) as looks
where cardinality(looks.ats) = funding.looks and funding.looks > 0;

create trigger insert_only before update or delete or truncate on contract_funding_looks
  for each statement execute function contracts_refuse();

-- What the insurance fund took in and paid is summed for everybody who looks at it.
create index contract_booking_of_fund on contract_booking (liquidation_fee, fund_paid) where liquidation_fee > 0 or fund_paid > 0;
