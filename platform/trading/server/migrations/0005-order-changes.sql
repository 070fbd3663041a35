-- What a batch changes of an order that was there before: one value of this type an order, all of them in one array. A row
-- in one text costs a third less than its columns in as many arrays.
create type trade_order_change as (
  order_id text,
  state text,
  quantity bigint,
  worst_price bigint,
  filled_quantity bigint,
  filled_exact numeric,
  filled_amount bigint,
  fee bigint,
  vat bigint,
  hold_id text,
  held bigint,
  first_fill_at bigint,
  last_fill_at bigint,
  ended_at bigint,
  end_reason text,
  priority bigint,
  updated_at bigint,
  step_count integer,
  taker_exact numeric
);
