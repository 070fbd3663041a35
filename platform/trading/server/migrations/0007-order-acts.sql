-- What a batch does to an order is an act of the journal: it says where the life of the order goes on, and names the act
-- before it about the same order. The row names the last one. Steps from before acts stay where they are.
ALTER TABLE trade_order ADD COLUMN last_act bigint;
ALTER TYPE trade_order_change ADD ATTRIBUTE last_act bigint;
REVOKE INSERT ON order_step FROM bolsillo_app;

ALTER VIEW order_event RENAME TO order_event_before_acts;

-- Every step of every order. Slow: every act is decoded.
CREATE VIEW order_event AS
SELECT order_id, number, kind, happened_at, price, quantity, amount, sequence, entry_id, reason FROM order_event_before_acts
UNION ALL
SELECT substr(act.subject, 7), ((act.payload ->> 'first')::bigint + step.place - 1)::integer, step.item ->> 0,
  (step.item ->> 1)::bigint, nullif(step.item ->> 2, '')::bigint, nullif(step.item ->> 3, '')::bigint,
  nullif(step.item ->> 4, '')::bigint, nullif(step.item ->> 5, '')::bigint,
  journal_id('ent', nullif(step.item ->> 6, '')), step.item ->> 7
FROM journal_act AS act, jsonb_array_elements(act.payload -> 'steps') WITH ORDINALITY AS step (item, place)
WHERE act.kind = 'order';
GRANT SELECT ON order_event TO bolsillo_app;
