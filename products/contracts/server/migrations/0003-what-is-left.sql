-- What is left of each position when a liquidation ends, by position: a cross account has several, and `size` has room for
-- one. Ends from before have none; theirs is what the steps left.
alter table contract_liquidation_end add column sizes jsonb;

-- Whether a liquidation is over, is asked of its positions.
create index contract_position_of_liquidation on contract_position (liquidation_id) where liquidation_id is not null;
