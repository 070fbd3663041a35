-- Rows that decide something leave acts (decision 70).
select keep_rows('setting_change', '{seq}');
