-- Money that is on its way out, and money that came in for nobody we know yet. Both are owed.
INSERT INTO ledger_account_kind (owner_kind, purse, side, holds, purpose) VALUES
  ('house', 'payouts', 1, false,
   'Money of accepted withdrawals on its way out. Empty when every payout has arrived or come back.'),
  ('house', 'unmatched', 1, false,
   'Money that came in and whose owner is not known yet. Owed, to whoever it turns out to belong to.');
