-- How many steps an order has behind it. order_step says it too, but a desk that starts with a million open orders would
-- look each of them up there. Written by the same batch as the steps.
alter table trade_order add column step_count integer;
update trade_order as kept
set step_count = coalesce((select max(last) from order_step as step where step.order_id = kept.order_id), 0);
alter table trade_order alter column step_count set not null;
alter table trade_order add constraint counted_steps check (step_count >= 0);
