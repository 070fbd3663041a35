-- Rows that decide something leave acts (decision 70).
select keep_rows('approval', '{id}');
select keep_rows('approval_decision', '{approval_id}');
select keep_rows('customer_restriction', '{approval_id}');
select keep_rows('customer_restriction_end', '{approval_id}');
select keep_rows('personal_data_view', '{seq}');
