-- What is followed is one list of all products, and the market's.
insert into market_follow (customer_id, symbol, followed_at) select customer_id, symbol, followed_at from stock_follow
on conflict do nothing;
drop table stock_follow;
