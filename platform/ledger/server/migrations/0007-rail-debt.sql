-- What a rail took back although it no longer held that much for us: owed to that rail, and settled with the next money
-- it receives. The other side is the claim on whoever spent it.
INSERT INTO ledger_account_kind (owner_kind, purse, side, holds, purpose) VALUES
  ('venue', 'owed', 1, false,
   'What a rail took back beyond what it held for us. Owed to the rail, and settled first when money comes to it.');
