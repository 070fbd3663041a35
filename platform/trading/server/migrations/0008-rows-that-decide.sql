-- Rows that decide something leave acts (decision 70).
select keep_rows('trade_authorisation', '{session_id}');
