-- From here on the act of an order records all of its fills, so the rows of orders, fills, positions and locks follow from
-- acts (decision 75). What there was before is written down once: rows go on from it.

-- Orders that had ended, and fills with their customers, who are part of their key: rows of before that stay as they are.
CREATE TABLE trade_before_id (id text COLLATE "C" PRIMARY KEY);
INSERT INTO trade_before_id
SELECT order_id FROM trade_order WHERE ended_at IS NOT NULL
UNION ALL SELECT customer_id || ' ' || fill_id FROM trade_fill;

-- Orders that were open, positions and locks: rows that acts change.
CREATE TABLE trade_before_order (LIKE trade_order);
INSERT INTO trade_before_order SELECT * FROM trade_order WHERE ended_at IS NULL;
CREATE TABLE trade_before_position (LIKE position);
INSERT INTO trade_before_position SELECT * FROM position;
CREATE TABLE trade_before_lock (LIKE position_lock);
INSERT INTO trade_before_lock SELECT * FROM position_lock;

CREATE TRIGGER insert_only BEFORE UPDATE OR DELETE OR TRUNCATE ON trade_before_id
  FOR EACH STATEMENT EXECUTE FUNCTION trading_refuse();
CREATE TRIGGER insert_only BEFORE UPDATE OR DELETE OR TRUNCATE ON trade_before_order
  FOR EACH STATEMENT EXECUTE FUNCTION trading_refuse();
CREATE TRIGGER insert_only BEFORE UPDATE OR DELETE OR TRUNCATE ON trade_before_position
  FOR EACH STATEMENT EXECUTE FUNCTION trading_refuse();
CREATE TRIGGER insert_only BEFORE UPDATE OR DELETE OR TRUNCATE ON trade_before_lock
  FOR EACH STATEMENT EXECUTE FUNCTION trading_refuse();

-- The hash of all of it. The journal commits to this row; its first act about it counts. Ids are hashed by the hours
-- in which what they begin with was made, so that no text grows with the installation.
CREATE TABLE trade_before (
  one boolean PRIMARY KEY CHECK (one),
  digest bytea NOT NULL CHECK (octet_length(digest) = 32)
);
INSERT INTO trade_before
SELECT true, sha256(
  (SELECT coalesce(string_agg(part, ''::bytea ORDER BY hours), ''::bytea) FROM (
    SELECT left(id, 9) AS hours, sha256(convert_to(string_agg(id, ' ' ORDER BY id), 'UTF8')) AS part
    FROM trade_before_id GROUP BY hours) AS ids)
  || (SELECT coalesce(string_agg(sha256(convert_to('order ' || kept::text, 'UTF8')), ''::bytea ORDER BY order_id), ''::bytea)
    FROM trade_before_order AS kept)
  || (SELECT coalesce(string_agg(sha256(convert_to('position ' || kept::text, 'UTF8')), ''::bytea
      ORDER BY customer_id, instrument_id COLLATE "C"), ''::bytea) FROM trade_before_position AS kept)
  || (SELECT coalesce(string_agg(sha256(convert_to('lock ' || kept::text, 'UTF8')), ''::bytea
      ORDER BY customer_id, instrument_id COLLATE "C", sellable_at), ''::bytea) FROM trade_before_lock AS kept));
SELECT keep_rows('trade_before', '{one}');

-- A step of a fill has values behind its reason now, which is empty there.
CREATE OR REPLACE VIEW order_event AS
SELECT order_id, number, kind, happened_at, price, quantity, amount, sequence, entry_id, reason FROM order_event_before_acts
UNION ALL
SELECT substr(act.subject, 7), ((act.payload ->> 'first')::bigint + step.place - 1)::integer, step.item ->> 0,
  (step.item ->> 1)::bigint, nullif(step.item ->> 2, '')::bigint, nullif(step.item ->> 3, '')::bigint,
  nullif(step.item ->> 4, '')::bigint, nullif(step.item ->> 5, '')::bigint,
  journal_id('ent', nullif(step.item ->> 6, '')), nullif(step.item ->> 7, '')
FROM journal_act AS act, jsonb_array_elements(act.payload -> 'steps') WITH ORDINALITY AS step (item, place)
WHERE act.kind = 'order';
