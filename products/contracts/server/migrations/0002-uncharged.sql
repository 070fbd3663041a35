-- Commission and VAT that were due and not charged, because neither margin nor money was left to take them from. `fee` and
-- `vat` are what was charged, on the order's row and in the ledger alike.
alter table contract_booking
  add column fee_uncharged bigint not null default 0 check (fee_uncharged >= 0),
  add column vat_uncharged bigint not null default 0 check (vat_uncharged >= 0);
