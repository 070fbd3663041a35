-- Rows of customers: a call of one sees no other's (decision 85).
select guard_rows('pin');
select guard_rows('cool_down');
select guard_rows('customer_device');
select guard_rows('customer_session');
select guard_rows('freeze_link');
select guard_rows('authenticator', 'owner');
select guard_rows('passkey', 'owner');
select guard_rows('recovery_code', 'owner');
select guard_rows('factor_challenge', 'owner');
select guard_rows('key_only');
