-- Until when orders of a session, of any product, need no trade password. One row a session, moved forward by each new
-- authorisation.
create table trade_authorisation (
  session_id text primary key,
  customer_id text not null,
  authorised_at bigint not null,
  until_at bigint not null check (until_at > authorised_at)
);
grant select, insert, update, delete on trade_authorisation to bolsillo_app;
