-- Rows of customers: a call of one sees no other's (decision 85).
select guard_rows('destination');
select guard_rows('withdrawal');
select guard_rows('withdrawal_hold');
select guard_rows('withdrawal_customer');
