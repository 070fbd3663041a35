-- Rows that decide something leave acts (decision 70).
select keep_rows('contract_suitability', '{customer_id}');
