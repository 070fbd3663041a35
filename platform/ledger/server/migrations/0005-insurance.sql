-- The insurance fund of perpetual contracts. The house's, but spent on nothing else: losses beyond bankruptcy.
INSERT INTO ledger_account_kind (owner_kind, purse, side, holds, purpose) VALUES
  ('house', 'insurance', 1, false,
   'Insurance fund of contracts: fed by what liquidations leave, pays losses beyond bankruptcy. Anyone can see it.');
