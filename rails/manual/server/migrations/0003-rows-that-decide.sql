-- Rows that decide something leave acts (decision 70).
select keep_rows('manual_telling', '{seq}');
select keep_rows('manual_payout', '{payout_id}');
-- A bank's number of a transfer says something of whose it is.
select keep_rows('manual_number', '{direction, number}', '{}', true);
