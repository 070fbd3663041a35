-- Alerts on recorded facts beside prints: what was traded in a window of five minutes (`volume`), and rates of funding
-- (`funding`). One customer's list and one limit with price_alert; changes of both are numbered together.
create table fact_alert (
  id text primary key,
  customer_id text not null,
  symbol text collate "C" not null,
  kind text not null,
  fact text not null check (fact in ('volume', 'funding')),
  -- A quantity in the instrument's own scale, hundredths of the usual volume, or ten thousandths of a percent.
  wanted bigint not null check (fact = 'funding' or wanted > 0),
  -- Each arming has a number, the market's time then, and the level it fires at: at or above, or at or below. A level of volume
  -- is in the instrument's scale, one of funding in parts of 10^9.
  arming integer not null check (arming > 0),
  armed_at bigint not null,
  rises boolean not null check (fact = 'funding' or rises),
  level bigint not null,
  -- The usual volume, or the last recorded rate, when it was armed; null where there was none.
  reference bigint,
  created_at bigint not null,
  -- The recorded fact that it fired by; null while it is armed. A window has a begin and an end, a payment its instant twice.
  fired_from bigint,
  fired_at bigint,
  fired_value bigint,
  change_no bigint not null,
  check (num_nulls(fired_from, fired_at, fired_value) in (0, 3)),
  check (fired_from is null or (fired_from > armed_at and fired_at >= fired_from
    and case when rises then fired_value >= level else fired_value <= level end)),
  check (fired_from is null or fired_at - fired_from = case fact when 'volume' then 300000 else 0 end)
);
create index fact_alert_of_customer on fact_alert (customer_id);
create index fact_alert_waiting on fact_alert (fact, symbol, level) where fired_at is null;
select guard_rows('fact_alert');
select keep_rows('fact_alert', '{id}');

-- Up to when alerts were compared with facts: with windows together, with funding contract by contract.
create table fact_alert_place (
  fact text not null check (fact in ('volume', 'funding')),
  symbol text collate "C" not null,
  upto bigint not null,
  primary key (fact, symbol)
);

grant select, insert, update, delete on fact_alert to bolsillo_app;
grant select, insert, update on fact_alert_place to bolsillo_app;
