-- Rows of customers: a call of one sees no other's (decision 85).
select guard_rows('deposit');
select guard_rows('deposit_claim');
select guard_rows('deposit_password_try');
