-- Rows of customers: a call of one sees no other's (decision 85).
select guard_rows('identity_case');
select guard_rows('identity_step');
select guard_rows('identity_mark');
select guard_rows('limit_change');
select guard_rows('limit_pause');
select guard_rows('limit_counted');
select guard_rows('limit_hold');
