-- Six digits for orders and six for money that leaves: twins in one table, each with its own count and lock.
alter table trade_password rename to pin;
alter table pin add column kind text not null default 'trade' check (kind in ('trade', 'withdrawal'));
alter table pin alter column kind drop default;
alter table pin drop constraint trade_password_pkey, add primary key (customer_id, kind);

-- Why and until when a customer's withdrawals wait. They end by themselves; only the owner's own freeze can be lifted
-- before, and then it says who lifted it and when.
create table cool_down (
  number bigint generated always as identity primary key,
  customer_id text not null references customer (id),
  reason text not null,
  from_at bigint not null,
  until_at bigint not null check (until_at > from_at),
  lifted_at bigint
);
create index cool_down_of_customer on cool_down (customer_id, until_at);
grant select, insert on cool_down to bolsillo_app;
grant update (lifted_at) on cool_down to bolsillo_app;

-- One-tap links in notices: whoever got the notice can freeze the account with it, once. Only hashes are kept.
create table freeze_link (
  token_hash bytea primary key,
  customer_id text not null references customer (id),
  made_at bigint not null,
  expires_at bigint not null,
  used_at bigint
);
create index freeze_link_old on freeze_link (expires_at);
grant select, insert, delete on freeze_link to bolsillo_app;
grant update (used_at) on freeze_link to bolsillo_app;
