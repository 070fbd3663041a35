-- Orders, fills and positions. Prices and quantities are whole units of the instrument's scales, money is minor units.

-- Who runs the desk of a shard. Every batch reads the epoch under a share lock in its own transaction; whoever takes the
-- shard over raises it, which waits for that lock. So of two desks never both commit.
create table desk_lease (
  shard text primary key,
  holder text not null,
  epoch bigint not null,
  taken_at bigint not null
);
grant select, insert, update on desk_lease to bolsillo_app;

create table trade_order (
  order_id text collate "C" primary key,
  customer_id text collate "C" not null,
  product text not null,
  purse text not null,
  venue text not null,
  instrument_id text not null,
  side text not null check (side in ('buy', 'sell')),
  type text not null check (type in ('market', 'limit', 'stop', 'stop-limit')),
  time_in_force text not null check (time_in_force in ('day', 'gtc', 'ioc', 'fok')),
  post_only boolean not null,
  currency text not null,
  currency_scale smallint not null,
  amount bigint check (amount > 0),
  limit_price bigint check (limit_price > 0),
  stop_price bigint check (stop_price > 0),
  take_profit bigint check (take_profit > 0),
  stop_loss bigint check (stop_loss > 0),
  parent_id text collate "C",
  twin_id text collate "C",
  fee_schedule text not null,
  bid_at_receipt bigint,
  ask_at_receipt bigint,
  quote_sequence bigint,
  received_at bigint not null,
  accepted_at bigint not null,
  expires_at bigint,

  state text not null
    check (state in ('waiting', 'pending-trigger', 'open', 'partially-filled', 'filled', 'cancelled', 'expired', 'rejected')),
  quantity bigint check (quantity > 0),
  worst_price bigint not null check (worst_price > 0),
  active_from bigint,
  filled_quantity bigint not null check (filled_quantity >= 0),
  filled_exact numeric(38, 0) not null check (filled_exact >= 0 and filled_exact <> 'NaN'),
  filled_amount bigint not null check (filled_amount >= 0),
  fee bigint not null check (fee >= 0),
  vat bigint not null check (vat >= 0),
  hold_id text collate "C",
  held bigint not null check (held >= 0),
  first_fill_at bigint,
  last_fill_at bigint,
  ended_at bigint,
  end_reason text,
  priority bigint not null,
  updated_at bigint not null,

  constraint sized_once check ((quantity is null) <> (amount is null)),
  constraint filled_within_quantity check (filled_quantity <= quantity),
  constraint spent_within_amount check (filled_amount + fee + vat <= amount),
  constraint ended_holds_nothing
    check (ended_at is null = (state in ('waiting', 'pending-trigger', 'open', 'partially-filled')) and (ended_at is null or held = 0))
) with (fillfactor = 70);
create index trade_order_of_customer on trade_order (customer_id, order_id desc);
create index trade_order_open on trade_order (priority) where ended_at is null;
create index trade_order_of_parent on trade_order (parent_id) where parent_id is not null;
grant select, insert, update on trade_order to bolsillo_app;

-- What never changes once a fill is recorded. The same sequence of the same book fills an order once. There is no
-- foreign key to the order: the desk writes both in one transaction, and a look-up per row would double its cost.
create table trade_fill (
  fill_id text collate "C" not null,
  order_id text collate "C" not null,
  customer_id text collate "C" not null,
  instrument_id text not null,
  side text not null check (side in ('buy', 'sell')),
  price bigint not null check (price > 0),
  quantity bigint not null check (quantity > 0),
  currency text not null,
  currency_scale smallint not null,
  amount bigint not null check (amount >= 0),
  fee bigint not null check (fee >= 0),
  vat bigint not null check (vat >= 0),
  liquidity text not null check (liquidity in ('maker', 'taker')),
  source text not null,
  sequence bigint not null,
  entry_id text not null,
  entry_seq bigint not null,
  filled_at bigint not null,
  settles_on date not null,
  sellable_at bigint not null,
  primary key (customer_id, fill_id),
  unique (order_id, source, sequence)
);
grant select, insert on trade_fill to bolsillo_app;

-- Every step of every order's life: one row for what a batch did to an order, its steps `first` to `last` divided by `|`,
-- each with the eight fields the view names, divided by spaces; `-` where there is nothing.
create table order_step (
  order_id text collate "C" not null,
  first integer not null check (first > 0),
  last integer not null,
  steps text not null,
  primary key (order_id, first),
  constraint one_text_each check (last - first + 1 = length(steps) - length(replace(steps, '|', '')) + 1)
);
grant select, insert on order_step to bolsillo_app;

create view order_event as
select row.order_id, (row.first + step.place - 1)::integer as number, split_part(step.fields, ' ', 1) as kind,
  split_part(step.fields, ' ', 2)::bigint as happened_at, nullif(split_part(step.fields, ' ', 3), '-')::bigint as price,
  nullif(split_part(step.fields, ' ', 4), '-')::bigint as quantity, nullif(split_part(step.fields, ' ', 5), '-')::bigint as amount,
  nullif(split_part(step.fields, ' ', 6), '-')::bigint as sequence, nullif(split_part(step.fields, ' ', 7), '-') as entry_id,
  nullif(split_part(step.fields, ' ', 8), '-') as reason
from order_step as row, unnest(string_to_array(row.steps, '|')) with ordinality as step (fields, place);
grant select on order_event to bolsillo_app;

create function trading_refuse() returns trigger language plpgsql as $$
begin
  raise exception '% is insert-only: % refused', tg_table_name, lower(tg_op) using errcode = 'insufficient_privilege';
end $$;
create trigger insert_only before update or delete or truncate on trade_fill
  for each statement execute function trading_refuse();
create trigger insert_only before update or delete or truncate on order_step
  for each statement execute function trading_refuse();

-- An order that has ended stays as it ended.
create function trading_ended_stays() returns trigger language plpgsql as $$
begin
  raise exception 'order % has ended', old.order_id using errcode = 'check_violation';
end $$;
create trigger ended_stays before update on trade_order
  for each row when (old.ended_at is not null) execute function trading_ended_stays();

create table position (
  customer_id text collate "C" not null,
  instrument_id text not null,
  quantity bigint not null check (quantity >= 0),
  currency text not null,
  currency_scale smallint not null,
  cost bigint not null check (cost >= 0 and (quantity > 0 or cost = 0)),
  realised bigint not null,
  fees bigint not null,
  vat bigint not null,
  opened_at bigint not null,
  updated_at bigint not null,
  primary key (customer_id, instrument_id)
) with (fillfactor = 70);
grant select, insert, update on position to bolsillo_app;

-- Shares bought that may not be sold yet, by the instant they unlock. Rows of the past mean nothing and are swept.
create table position_lock (
  customer_id text collate "C" not null,
  instrument_id text not null,
  sellable_at bigint not null,
  quantity bigint not null check (quantity > 0),
  primary key (customer_id, instrument_id, sellable_at)
);
create index position_lock_by_time on position_lock (sellable_at);
grant select, insert, update, delete on position_lock to bolsillo_app;
