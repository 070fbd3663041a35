-- What is left when a bank or network takes back a deposit that was credited and is no longer there in full. An asset of
-- the house's: it stands below zero and is cleared up by two people, never by a customer's negative balance.
INSERT INTO ledger_account_kind (owner_kind, purse, side, holds, purpose) VALUES
  ('house', 'claims', -1, false,
   'What customers still owe after a deposit was taken back: owed to us, never netted against a balance.');
