-- What customers follow, of every product: one list, which stocks had to themselves before. Theirs to add and remove; no
-- money hangs on it.
create table market_follow (
  customer_id text not null,
  symbol text not null,
  followed_at bigint not null,
  primary key (customer_id, symbol)
);
grant select, insert, delete on market_follow to bolsillo_app;

-- An installation that is older than this list brings its own along; stocks drops its table after this.
do $$
begin
  if to_regclass('stock_follow') is not null then
    execute 'insert into market_follow (customer_id, symbol, followed_at)
             select customer_id, symbol, followed_at from stock_follow';
  end if;
end
$$;
