-- Rows that decide something leave acts (decision 70).
-- Left out: when something was used last and how often a secret was tried, which end with the next use.
select keep_rows('customer', '{id}');
select keep_rows('pin', '{customer_id, kind}', '{failures, locked_until}');
select keep_rows('customer_device', '{customer_id, device_hash}', '{last_seen_at}');
select keep_rows('operator', '{id}');
select keep_rows('operator_invitation', '{id}');
select keep_rows('cool_down', '{number}');
select keep_rows('freeze_link', '{token_hash}');
select keep_rows('authenticator', '{owner}', '{last_step}');
select keep_rows('passkey', '{id}', '{counter, last_used_at}');
-- The hash of a code is short enough to be guessed at.
select keep_rows('recovery_code', '{owner, code_hash}', '{}', true);
