-- Rows that decide something leave acts (decision 70).
select keep_rows('deposit_move', '{from_stage, to_stage}');
select keep_rows('deposit', '{id}');
select keep_rows('deposit_step', '{deposit_id, no}');
select keep_rows('deposit_reversal', '{rail_id, reversal_id}');
select keep_rows('deposit_claim', '{id}');
select keep_rows('deposit_claim_step', '{approval_id}');
select keep_rows('deposit_claim_return', '{claim_id}');
select keep_rows('deposit_claim_back', '{claim_id, rail_id, return_id}');
select keep_rows('deposit_return', '{id}');
select keep_rows('deposit_return_end', '{return_id}');
select keep_rows('deposit_channel_password', '{channel}');
select keep_rows('deposit_elsewhere', '{id}');
select keep_rows('deposit_elsewhere_end', '{elsewhere_id}');
select keep_rows('deposit_unclaimed', '{approval_id}');
