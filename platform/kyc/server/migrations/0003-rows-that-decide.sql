-- Rows that decide something leave acts (decision 70).
select keep_rows('identity_case', '{id}');
select keep_rows('identity_step', '{place}');
select keep_rows('identity_refusal', '{case_id, field}');
select keep_rows('identity_mark', '{case_id, kind}');
select keep_rows('limit_change', '{change_no}');
select keep_rows('limit_pause', '{pause_no}');
select keep_rows('limit_counted', '{customer_id, entry_id, asset}');
-- Left out: when it was looked at last.
select keep_rows('limit_hold', '{hold_id}', '{looked_at}');
select keep_rows('limit_release', '{entry_id}');
