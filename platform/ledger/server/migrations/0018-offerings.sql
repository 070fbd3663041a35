-- Kinds of entries of offerings: what an application holds, what is released of it, and the allotment with its payment.
ALTER TABLE ledger_entry_rule DISABLE TRIGGER insert_only;
INSERT INTO ledger_entry_rule
  (kind, actor, subject, lines, needs, customers_max, assets_max, shape, cause, of_desk)
VALUES
  ('offering-hold', 'own', 'application:sub_', '{"customer.stock hold+"}', '{"customer.stock hold+"}', 1, 1, 'any', 'subject', false),
  ('offering-release', 'either', 'application:sub_', '{"customer.stock hold-"}', '{"customer.stock hold-"}', 1, 1, 'any', 'subject', false),
  ('stock-allotment', 'house', 'application:sub_', '{"customer.stock +","customer.stock -","customer.stock hold-","venue.custody +","venue.custody -"}', '{"venue.custody -","customer.stock hold-"}', 1, 2, 'buy', 'subject', true)
;
ALTER TABLE ledger_entry_rule ENABLE TRIGGER insert_only;
