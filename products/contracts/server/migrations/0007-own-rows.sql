-- Rows of customers: a call of one sees no other's (decision 85).
select guard_rows('contract_position');
select guard_rows('contract_booking');
select guard_rows('contract_funding_payment');
select guard_rows('contract_liquidation_step');
select guard_rows('contract_suitability');
