-- What customers follow. Theirs to add and remove; no money hangs on it.
create table stock_follow (
  customer_id text not null,
  symbol text not null,
  followed_at bigint not null,
  primary key (customer_id, symbol)
);

-- Until when orders of a session need no trade password. One row a session, moved forward by each new authorisation.
create table order_authorisation (
  session_id text primary key,
  customer_id text not null,
  authorised_at bigint not null,
  until_at bigint not null check (until_at > authorised_at)
);

grant select, insert, delete on stock_follow to bolsillo_app;
grant select, insert, update, delete on order_authorisation to bolsillo_app;
