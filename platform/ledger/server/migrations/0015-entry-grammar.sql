-- Every kind of entry has a grammar (decision 77): which lines it may have and must have, who causes it, what it belongs to,
-- and what makes its cause single. `domain/entry-grammar.ts` has the same rows with their meaning; a test and every start
-- compare the two.
CREATE TABLE ledger_entry_rule (
  kind text PRIMARY KEY,
  actor text NOT NULL CHECK (actor IN ('own', 'house', 'either')),
  subject text NOT NULL,
  lines text[] NOT NULL,
  -- One of each, whose ways are parted by bars.
  needs text[] NOT NULL,
  customers_max integer NOT NULL,
  assets_max integer NOT NULL,
  shape text NOT NULL CHECK (shape IN ('any', 'buy', 'sell', 'swap')),
  cause text NOT NULL CHECK (cause IN ('subject', 'movement', 'arrival', 'instant', 'entry', 'pool', 'fill', 'many')),
  -- Written by the desk, beside the acts of its orders.
  of_desk boolean NOT NULL
);
INSERT INTO ledger_entry_rule
  (kind, actor, subject, lines, needs, customers_max, assets_max, shape, cause, of_desk)
VALUES
  ('practice-pool', 'house', 'practice:pool$', '{"house.practice-funding +","venue.custody -"}', '{}', 0, 64, 'any', 'pool', false),
  ('insurance-pool', 'house', 'insurance:pool$', '{"house.insurance +","venue.custody -"}', '{}', 0, 1, 'any', 'pool', false),
  ('practice-grant', 'own', 'practice:cus_', '{"house.practice-funding -","customer.stock +","customer.coin +"}', '{}', 1, 64, 'any', 'subject', false),
  ('stock-order-hold', 'own', 'order:ord_', '{"customer.stock hold+"}', '{"customer.stock hold+"}', 1, 1, 'any', 'many', true),
  ('stock-order-release', 'own', 'order:ord_', '{"customer.stock hold-"}', '{"customer.stock hold-"}', 1, 1, 'any', 'many', true),
  ('stock-buy', 'own', 'order:ord_', '{"customer.stock +","customer.stock -","customer.stock hold-","venue.custody +","venue.custody -","house.fees +","house.vat +","house.rounding +","house.rounding -"}', '{"venue.custody -"}', 1, 2, 'buy', 'fill', true),
  ('stock-sell', 'own', 'order:ord_', '{"customer.stock +","customer.stock -","customer.stock hold-","venue.custody +","venue.custody -","house.fees +","house.vat +","house.rounding +","house.rounding -"}', '{"venue.custody +"}', 1, 2, 'sell', 'fill', true),
  ('spot-order-hold', 'own', 'order:ord_', '{"customer.coin hold+"}', '{"customer.coin hold+"}', 1, 1, 'any', 'many', true),
  ('spot-order-release', 'own', 'order:ord_', '{"customer.coin hold-"}', '{"customer.coin hold-"}', 1, 1, 'any', 'many', true),
  ('spot-buy', 'own', 'order:ord_', '{"customer.coin +","customer.coin -","customer.coin hold-","venue.custody +","venue.custody -","house.fees +","house.vat +","house.rounding +","house.rounding -"}', '{"venue.custody -"}', 1, 2, 'buy', 'fill', true),
  ('spot-sell', 'own', 'order:ord_', '{"customer.coin +","customer.coin -","customer.coin hold-","venue.custody +","venue.custody -","house.fees +","house.vat +","house.rounding +","house.rounding -"}', '{"venue.custody +"}', 1, 2, 'sell', 'fill', true),
  ('contract-order-hold', 'own', 'order:ord_', '{"customer.contract hold+"}', '{"customer.contract hold+"}', 1, 1, 'any', 'many', true),
  ('contract-order-release', 'own', 'order:ord_', '{"customer.contract hold-"}', '{"customer.contract hold-"}', 1, 1, 'any', 'many', true),
  ('contract-open', 'own', '(order:ord_|position:pos_)', '{"customer.contract +","customer.contract -","customer.contract hold+","customer.contract hold-","venue.custody +","venue.custody -","house.fees +","house.vat +","house.insurance +","house.insurance -"}', '{}', 1, 1, 'any', 'many', true),
  ('contract-close', 'own', '(order:ord_|position:pos_)', '{"customer.contract +","customer.contract -","customer.contract hold+","customer.contract hold-","venue.custody +","venue.custody -","house.fees +","house.vat +","house.insurance +","house.insurance -"}', '{}', 1, 1, 'any', 'many', true),
  ('contract-liquidation', 'house', '(order:ord_|position:pos_)', '{"customer.contract +","customer.contract -","customer.contract hold+","customer.contract hold-","venue.custody +","venue.custody -","house.fees +","house.vat +","house.insurance +","house.insurance -"}', '{}', 1, 1, 'any', 'many', true),
  ('contract-deleveraging', 'house', '(order:ord_|position:pos_)', '{"customer.contract +","customer.contract -","customer.contract hold+","customer.contract hold-","venue.custody +","venue.custody -","house.fees +","house.vat +","house.insurance +","house.insurance -"}', '{}', 1, 1, 'any', 'many', true),
  ('contract-margin', 'own', 'position:pos_', '{"customer.contract hold+","customer.contract hold-"}', '{}', 1, 1, 'any', 'many', true),
  ('contract-funding', 'house', 'position:pos_', '{"customer.contract +","customer.contract -","customer.contract hold+","customer.contract hold-","venue.custody +","venue.custody -","house.insurance -"}', '{}', 1, 1, 'any', 'instant', true),
  ('conversion', 'own', 'conversion:fxq_', '{"customer.stock +","customer.stock -","customer.coin +","customer.coin -","customer.contract +","customer.contract -","venue.custody +","venue.custody -","house.fees +","house.rounding +"}', '{}', 1, 2, 'swap', 'subject', false),
  ('purse-transfer', 'own', 'transfer:ent_', '{"customer.stock +","customer.stock -","customer.coin +","customer.coin -","customer.contract +","customer.contract -"}', '{}', 1, 1, 'any', 'entry', false),
  ('deposit', 'house', 'deposit:dep_', '{"customer.stock +","customer.coin +","rail.custody -","house.unmatched -"}', '{"rail.custody -|house.unmatched -"}', 1, 1, 'any', 'arrival', false),
  ('deposit-held', 'house', 'deposit:dep_', '{"house.unmatched +","rail.custody -"}', '{}', 0, 1, 'any', 'movement', false),
  ('deposit-return', 'house', 'deposit:dep_', '{"house.unmatched -","house.payouts +"}', '{}', 0, 1, 'any', 'many', false),
  ('deposit-returned', 'house', 'deposit:dep_', '{"house.payouts -","rail.custody +","house.unmatched +","house.claims -"}', '{}', 0, 1, 'any', 'movement', false),
  ('deposit-return-failed', 'house', 'deposit:dep_', '{"house.payouts -","house.unmatched +"}', '{}', 0, 1, 'any', 'many', false),
  ('deposit-reversed', 'house', 'deposit:dep_', '{"customer.stock -","customer.coin -","house.unmatched -","house.claims -","rail.custody +"}', '{"rail.custody +"}', 1, 1, 'any', 'movement', false),
  ('deposit-limit-hold', 'house', '[a-z-]+:', '{"customer.stock hold+","customer.coin hold+"}', '{}', 1, 1, 'any', 'many', false),
  ('deposit-limit-release', 'house', '[a-z-]+:', '{"customer.stock hold-","customer.coin hold-"}', '{}', 1, 1, 'any', 'many', false),
  ('claim-paid', 'house', '(deposit:dep_|withdrawal:wdr_)', '{"customer.stock -","customer.coin -","house.claims +"}', '{"house.claims +"}', 1, 1, 'any', 'many', false),
  ('claim-written-off', 'house', '(deposit:dep_|withdrawal:wdr_)', '{"house.fees -","house.claims +"}', '{}', 0, 1, 'any', 'many', false),
  ('claim-returned', 'house', 'deposit:dep_', '{"house.unmatched +","house.unmatched -","rail.custody -","house.claims +","house.fees +","customer.stock +","customer.coin +"}', '{"rail.custody -|house.unmatched -"}', 64, 1, 'any', 'movement', false),
  ('withdrawal-hold', 'own', 'withdrawal:wdr_', '{"customer.stock hold+","customer.coin hold+"}', '{}', 1, 1, 'any', 'subject', false),
  ('withdrawal-release', 'either', 'withdrawal:wdr_', '{"customer.stock hold-","customer.coin hold-"}', '{}', 1, 1, 'any', 'subject', false),
  ('withdrawal', 'house', 'withdrawal:wdr_', '{"customer.stock -","customer.coin -","customer.stock hold-","customer.coin hold-","house.payouts +","house.fees +","house.vat +"}', '{"house.payouts +"}', 1, 1, 'any', 'subject', false),
  ('withdrawal-paid', 'house', 'withdrawal:wdr_', '{"customer.stock +","customer.stock -","customer.coin +","customer.coin -","customer.stock hold-","customer.coin hold-","house.payouts -","rail.custody +","house.fees +","house.vat +","house.claims -"}', '{"house.payouts -","rail.custody +"}', 1, 1, 'any', 'movement', false),
  ('withdrawal-return', 'house', 'withdrawal:wdr_', '{"customer.stock +","customer.coin +","customer.stock hold-","customer.coin hold-","house.payouts -","house.fees -","house.vat -"}', '{"house.payouts -"}', 1, 1, 'any', 'subject', false),
  ('withdrawal-returned', 'house', 'withdrawal:wdr_', '{"customer.stock +","customer.coin +","rail.custody -","house.unmatched +","house.claims +","house.fees +"}', '{"rail.custody -"}', 1, 1, 'any', 'movement', false),
  ('custody-sweep', 'either', '[a-z-]+:', '{"venue.custody +","venue.custody -","rail.custody +","rail.custody -"}', '{}', 0, 1, 'any', 'many', true),
  ('rail-debt', 'house', 'rail:', '{"rail.owed +","rail.custody -"}', '{}', 0, 1, 'any', 'many', false),
  ('rail-debt-settled', 'house', 'rail:', '{"rail.owed -","rail.custody +"}', '{}', 0, 1, 'any', 'many', false)
;
CREATE TRIGGER insert_only BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON ledger_entry_rule
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();

-- What happened and may not happen again: a grant, a conversion, a movement on a rail's statement.
CREATE TABLE ledger_cause (
  cause text COLLATE "C" PRIMARY KEY,
  seq bigint NOT NULL
);
CREATE TRIGGER insert_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_cause
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();

-- How many bytes of an item's argument follow its first byte.
CREATE FUNCTION journal_argument_bytes(first integer) RETURNS integer
LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT CASE first & 31 WHEN 24 THEN 1 WHEN 25 THEN 2 WHEN 26 THEN 4 WHEN 27 THEN 8 ELSE 0 END
$$;

-- The kind of the act at a byte of a body, without reading the act: array, version, number and time stand before it. Kinds are
-- shorter than 256 letters.
CREATE FUNCTION journal_kind(body bytea, place integer) RETURNS text
LANGUAGE sql IMMUTABLE STRICT SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT convert_from(CASE get_byte(body, kind.at) WHEN 120 THEN substring(body from kind.at + 3 for get_byte(body, kind.at + 1))
    ELSE substring(body from kind.at + 2 for get_byte(body, kind.at) & 31) END, 'UTF8')
  FROM (SELECT place + 3 + journal_argument_bytes(get_byte(body, place + 2)) AS at) AS moment,
    LATERAL (SELECT moment.at + 1 + journal_argument_bytes(get_byte(body, moment.at)) AS at) AS kind
$$;

-- Why the grammar allows no such entry; null when it does.
CREATE FUNCTION ledger_entry_problem(act jsonb) RETURNS text
LANGUAGE plpgsql STABLE STRICT SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  rule ledger_entry_rule;
  act_actor text := act ->> 4;
  act_id text := act ->> 5;
  act_subject text := act ->> 6;
  details jsonb := act -> 7;
  moved record;
  needed text;
BEGIN
  SELECT * INTO rule FROM ledger_entry_rule WHERE kind = act ->> 3;
  IF NOT FOUND THEN RETURN 'there is no such kind'; END IF;
  WITH posting AS (
    SELECT account.owner, account.asset, account.purse, account.owner_kind,
      CASE WHEN account.owner_kind = 'venue' AND starts_with(account.owner, 'rail-') THEN 'rail' ELSE account.owner_kind END
        || '.' || account.purse AS name,
      (item ->> 1)::bigint AS posted, coalesce(item ->> 3, '0')::bigint AS held
    FROM jsonb_array_elements(act -> 8) AS item
      LEFT JOIN ledger_account AS account ON account.account_no = (item ->> 0)::integer
  ), line AS (
    SELECT name || CASE WHEN posted > 0 THEN ' +' ELSE ' -' END AS done FROM posting WHERE posted <> 0
    UNION SELECT name || CASE WHEN held > 0 THEN ' hold+' ELSE ' hold-' END FROM posting WHERE held <> 0
    UNION SELECT 'unknown' FROM posting WHERE name IS NULL
  ), own AS (
    SELECT asset, sum(posted) AS sum FROM posting WHERE owner_kind = 'customer' GROUP BY asset
  )
  SELECT (SELECT array_agg(done) FROM line) AS lines,
    (SELECT array_agg(DISTINCT owner) FROM posting WHERE owner_kind = 'customer') AS customers,
    (SELECT count(DISTINCT asset) FROM posting) AS assets,
    (SELECT count(DISTINCT purse) FROM posting WHERE owner_kind = 'customer') AS purses,
    (SELECT count(*) FROM own WHERE sum > 0) AS gained, (SELECT count(*) FROM own WHERE sum < 0) AS given,
    (SELECT array_agg(DISTINCT owner) FROM posting WHERE starts_with(owner, 'rail-')) AS rails
  INTO moved;
  IF NOT moved.lines <@ rule.lines THEN
    RETURN 'may not do ' || array_to_string(ARRAY(SELECT unnest(moved.lines) EXCEPT SELECT unnest(rule.lines)), ', ');
  END IF;
  FOREACH needed IN ARRAY rule.needs LOOP
    IF NOT string_to_array(needed, '|') && moved.lines THEN RETURN 'must do ' || needed; END IF;
  END LOOP;
  IF coalesce(cardinality(moved.customers), 0) > rule.customers_max THEN RETURN 'moves too many customers'; END IF;
  IF rule.actor = 'own' AND NOT starts_with(act_actor, 'cus_') THEN RETURN 'is caused by its customer'; END IF;
  IF rule.actor = 'house' AND starts_with(act_actor, 'cus_') THEN RETURN 'is not caused by a customer'; END IF;
  IF starts_with(act_actor, 'cus_') AND moved.customers IS NOT NULL AND moved.customers <> ARRAY[act_actor] THEN
    RETURN 'moves another customer than the one who caused it';
  END IF;
  IF moved.assets > rule.assets_max THEN RETURN 'moves too many assets'; END IF;
  IF NOT (CASE rule.shape WHEN 'buy' THEN moved.gained = 1 WHEN 'sell' THEN moved.given > 0 AND moved.gained <= 1
    WHEN 'swap' THEN moved.gained = 1 AND moved.given = 1 AND moved.purses = 1 ELSE true END) THEN
    RETURN 'is no ' || rule.shape;
  END IF;
  IF act_subject !~ ('^' || rule.subject) THEN RETURN 'does not belong to ' || act_subject; END IF;
  IF rule.cause = 'entry' AND act_subject <> 'transfer:' || act_id THEN RETURN 'is not that transfer'; END IF;
  IF rule.cause = 'pool' AND act_id !~ '^ent_0{22}P00[1-3]$' THEN RETURN 'is made once, with an id of its own'; END IF;
  IF rule.subject = 'practice:cus_' AND act_subject <> 'practice:' || act_actor THEN
    RETURN 'is the grant of another customer';
  END IF;
  IF rule.cause = 'instant' AND details ->> 'instant' IS NULL THEN RETURN 'names no instant'; END IF;
  IF rule.cause IN ('movement', 'arrival') AND moved.rails IS NOT NULL AND (moved.rails <> ARRAY['rail-' || coalesce(details ->> 'rail', '')]
    OR coalesce(details ->> 'externalId', '') = '') THEN
    RETURN 'names no movement of its rail';
  END IF;
  RETURN NULL;
END $$;

-- What may happen once, as a text; null where a cause may have several entries.
CREATE FUNCTION ledger_once_key(act jsonb) RETURNS text
LANGUAGE sql STABLE STRICT SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT CASE
    WHEN rule.cause = 'subject' THEN (act ->> 3) || ' ' || (act ->> 6)
    WHEN rule.cause = 'instant' THEN (act ->> 3) || ' ' || (act ->> 6) || ' ' || coalesce(act #>> '{7,instant}', '')
    WHEN rule.cause NOT IN ('movement', 'arrival') THEN NULL
    WHEN rail.takes THEN 'arrived ' || coalesce(act #>> '{7,rail}', '') || ' ' || coalesce(act #>> '{7,externalId}', '')
    WHEN rail.gives THEN 'left ' || coalesce(act #>> '{7,rail}', '') || ' ' || coalesce(act #>> '{7,externalId}', '')
    WHEN rule.cause = 'arrival' THEN (act ->> 3) || ' ' || (act ->> 6)
  END
  FROM ledger_entry_rule AS rule, LATERAL (
    SELECT bool_or((item ->> 1)::bigint < 0) AS takes, bool_or((item ->> 1)::bigint > 0) AS gives
    FROM jsonb_array_elements(act -> 8) AS item JOIN ledger_account AS account ON account.account_no = (item ->> 0)::integer
    WHERE starts_with(account.owner, 'rail-') AND account.purse = 'custody'
  ) AS rail
  WHERE rule.kind = act ->> 3
$$;

-- Refuses what a room posts against the grammar, or again. A block that ends with the act of an order is the desk's, and of
-- a long block what the desk writes is left out: the follower checks those within a second.
CREATE FUNCTION ledger_check_entries() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  long_block CONSTANT integer := 64;
  added integer := (new.last - new.first)::integer + 1;
  entry record;
  problem text;
BEGIN
  IF journal_kind(new.body, substring(new.places from 4 * added - 3 for 4)::integer) = 'order' THEN RETURN NULL; END IF;
  FOR entry IN
    SELECT new.first + step AS seq, act.kind, begun.place
    FROM generate_series(0, added - 1) AS step,
      LATERAL (SELECT substring(new.places from 4 * step + 1 for 4)::integer AS place OFFSET 0) AS begun,
      LATERAL (SELECT journal_kind(new.body, begun.place) AS kind OFFSET 0) AS act
    WHERE act.kind NOT IN ('account', 'audit', 'audit-head', 'row-kept', 'row-removed', 'order')
      AND (added <= long_block OR NOT EXISTS (SELECT FROM ledger_entry_rule AS rule WHERE rule.kind = act.kind AND rule.of_desk))
    ORDER BY step
  LOOP
    DECLARE act jsonb := (journal_item(new.body, entry.place)).item;
    BEGIN
      -- An act of another kind without postings moves nothing.
      CONTINUE WHEN jsonb_array_length(act -> 8) = 0 AND NOT starts_with(act ->> 5, 'ent_');
      problem := ledger_entry_problem(act);
      IF problem IS NOT NULL THEN
        RAISE EXCEPTION 'the grammar of entries allows no such %: it %', entry.kind, problem
          USING ERRCODE = 'check_violation', CONSTRAINT = 'entry_grammar';
      END IF;
      INSERT INTO ledger_cause (cause, seq) SELECT ledger_once_key(act), entry.seq WHERE ledger_once_key(act) IS NOT NULL;
    END;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER check_entries AFTER INSERT ON journal_block FOR EACH ROW EXECUTE FUNCTION ledger_check_entries();

GRANT SELECT ON ledger_entry_rule, ledger_cause TO bolsillo_app;
GRANT SELECT ON ledger_entry_rule TO bolsillo_ledger;
GRANT SELECT, INSERT ON ledger_cause TO bolsillo_ledger;
ALTER FUNCTION ledger_check_entries OWNER TO bolsillo_ledger;
REVOKE ALL ON FUNCTION ledger_check_entries FROM PUBLIC;
