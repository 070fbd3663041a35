-- Several lists of what a customer follows, each in the order its owner put it in. What was followed until now is the first
-- list: it is the one the star adds to, and it cannot be removed.
alter table market_follow add column list_id text not null default 'first';
alter table market_follow add column place integer not null default 0;
update market_follow set place = ranked.place
from (
  select customer_id, symbol, row_number() over (partition by customer_id order by followed_at desc, symbol) as place
  from market_follow
) ranked
where ranked.customer_id = market_follow.customer_id and ranked.symbol = market_follow.symbol;
alter table market_follow drop constraint market_follow_pkey;
alter table market_follow add primary key (customer_id, list_id, symbol);
grant update on market_follow to bolsillo_app;

-- What its owner calls a list. The first has no row before it is renamed: the app calls it in the customer's language.
create table market_watchlist (
  customer_id text not null,
  list_id text not null,
  name text not null check (char_length(name) between 1 and 30),
  created_at bigint not null,
  primary key (customer_id, list_id)
);
grant select, insert, update, delete on market_watchlist to bolsillo_app;
-- Rows of customers: a call of one sees no other's (decision 85).
select guard_rows('market_watchlist');
