-- A restriction never holds withdrawals back: that is an act of its own, of the room of withdrawals.
alter table customer_restriction drop column holds_withdrawals;
