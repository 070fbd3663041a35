-- Rows of customers: a call of one sees no other's (decision 85).
select guard_rows('trade_order');
select guard_rows('trade_fill');
select guard_rows('position');
select guard_rows('position_lock');
select guard_rows('trade_authorisation');
