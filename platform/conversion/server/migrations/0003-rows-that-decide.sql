-- Rows that decide something leave acts (decision 70).
select keep_rows('conversion_quote', '{id}');
select keep_rows('conversion_quote_tick', '{quote_id, place}');
select keep_rows('conversion_execution', '{quote_id}');
