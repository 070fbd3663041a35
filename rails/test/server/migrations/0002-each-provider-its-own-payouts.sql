-- Each provider has books of its own: what one was asked to pay says nothing about another.
alter table practice_movement drop constraint practice_movement_payout_id_key;
alter table practice_movement add constraint practice_movement_payout unique (rail_id, payout_id);
