-- What customers follow, of every product. Theirs to add and remove; no money hangs on it.
create table market_follow (
  customer_id text not null,
  symbol text not null,
  followed_at bigint not null,
  primary key (customer_id, symbol)
);
grant select, insert, delete on market_follow to bolsillo_app;
