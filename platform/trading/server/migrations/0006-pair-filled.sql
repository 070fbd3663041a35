-- A pair is one order for rounding and commission. When its stop takes over from its limit, it keeps what that leg was filled:
-- Σ price × quantity, the part of it taken from the book, commission and VAT charged. One text, absent from almost all
-- orders, because every order is written and read with it.
alter table trade_order add column pair_filled text check (pair_filled ~ '^\d+\.\d+\.\d+\.\d+$');
alter type trade_order_change add attribute pair_filled text;

-- Stops that have taken over and have no fill yet; of the others what was charged is charged.
update trade_order as stop
set pair_filled = concat_ws('.', leg.filled_exact, leg.taker_exact, leg.fee, leg.vat)
from trade_order as leg
where leg.order_id = stop.twin_id and leg.filled_quantity > 0 and leg.ended_at is not null
  and stop.ended_at is null and stop.filled_quantity = 0 and stop.state in ('open', 'partially-filled');
