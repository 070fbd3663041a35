-- Rows that decide something leave acts (decision 70).
select keep_rows('payment_customer', '{customer_id}');
-- A CLABE, an address or a transfer's number says something of whose it is.
select keep_rows('payment_target', '{rail_id, target}', '{}', true);
select keep_rows('payout_number', '{rail_id, number}', '{}', true);
select keep_rows('payment_address', '{customer_id, channel}');
-- Left out: tries, when the next is due, and what the last one met.
select keep_rows('rail_cursor', '{rail_id}', '{read_at, problem}');
select keep_rows('rail_event', '{id}');
select keep_rows('rail_event_state', '{event_id}', '{tries, next_try_at, problem, changed_at}');
select keep_rows('rail_contradiction', '{id}');
select keep_rows('rail_notice', '{rail_id, notice_id}');
select keep_rows('rail_unread', '{id}');
select keep_rows('payout', '{id}');
select keep_rows('payout_state', '{payout_id}', '{tries, next_try_at, problem}');
select keep_rows('payout_step', '{payout_id, no}');
select keep_rows('payout_return', '{rail_id, return_id}');
select keep_rows('payout_stuck', '{payout_id}');
select keep_rows('payout_freeze', '{id}');
select keep_rows('payout_thaw', '{freeze_id}');
select keep_rows('rail_trouble_end', '{trouble_id}');
select keep_rows('reconciliation_run', '{id}');
select keep_rows('reconciliation_difference', '{id}');
select keep_rows('reconciliation_closing', '{difference_id}');
select keep_rows('reconciliation_acceptance', '{difference_id}');
