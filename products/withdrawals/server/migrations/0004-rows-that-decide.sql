-- Rows that decide something leave acts (decision 70).
select keep_rows('destination', '{id}');
select keep_rows('withdrawal', '{id}');
select keep_rows('withdrawal_event', '{seq}');
select keep_rows('withdrawal_hold', '{id}');
