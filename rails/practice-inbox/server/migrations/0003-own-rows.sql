-- Rows of customers: a call of one sees no other's (decision 85).
select guard_rows('practice_message');
