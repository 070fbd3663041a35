-- Prints are numbered in the order in which they are stored, over all instruments: whoever reads them on from a number
-- misses none and reads none twice. Rows arrive in that order, so block ranges are enough of an index.
alter table market_trade add column no bigint generated always as identity;
create index market_trade_by_no on market_trade using brin (no) with (pages_per_range = 32);
