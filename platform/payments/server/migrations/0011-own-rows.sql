-- Rows of customers: a call of one sees no other's (decision 85).
select guard_rows('payment_address');
select guard_rows('payment_customer');
select guard_rows('payout');
