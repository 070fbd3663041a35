-- Rows that decide something leave acts (decision 70).
select keep_rows('stored_file', '{id}');
select keep_rows('stored_file_body', '{file_id}');
select keep_rows('stored_file_use', '{file_id, case_id}');
select keep_rows('file_view', '{place}');
