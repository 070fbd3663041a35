-- The journal from here on: what is posted together is one block of acts, in the one encoding that is hashed, stored and
-- sent (decision 68). The blocks before stay as they are; the first new one follows their last hash, and numbers go on.
CREATE TABLE journal_block (
  first bigint PRIMARY KEY CHECK (first > 0),
  last bigint NOT NULL,
  -- SHA-256 of 'bolsillo.block.1', the head before and the SHA-256 of the body.
  head bytea NOT NULL CHECK (octet_length(head) = 32),
  -- Where each act begins in the body: four bytes each, the largest first.
  places bytea NOT NULL,
  body bytea NOT NULL CHECK (octet_length(body) > 0),
  CONSTRAINT one_place_each CHECK (last >= first AND octet_length(places) = 4 * (last - first + 1))
);
-- Kept out of the row and not squeezed, so that a single act is cut out without reading the others.
ALTER TABLE journal_block ALTER places SET STORAGE EXTERNAL, ALTER body SET STORAGE EXTERNAL;
CREATE TRIGGER insert_only BEFORE UPDATE OR DELETE OR TRUNCATE ON journal_block
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();

-- The act that gave an account its number; null until something is posted there.
ALTER TABLE ledger_balance ADD COLUMN named_seq bigint;
-- Which acts of the block (0 is the first) posted to the account; null for blocks from before acts.
ALTER TABLE ledger_account_block ADD COLUMN places smallint[];

DROP FUNCTION ledger_append;
DROP FUNCTION ledger_lock;
DROP FUNCTION ledger_lock_numbers;

-- As before; named_seq says whether an act has given the account its number.
CREATE FUNCTION ledger_lock(ids text[])
RETURNS TABLE (id text, account_no integer, posted bigint, held bigint, named_seq bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  -- In the order of the names: a plan may join in any order, and a number beside another's name moves another's money.
  numbers integer[] := ARRAY(
    SELECT account.account_no FROM unnest(ids) WITH ORDINALITY AS wanted (id, place)
      LEFT JOIN ledger_account AS account USING (id) ORDER BY wanted.place);
BEGIN
  IF array_position(numbers, NULL) IS NOT NULL THEN
    PERFORM ledger_open(ids);
    numbers := ARRAY(
      SELECT account.account_no FROM unnest(ids) WITH ORDINALITY AS wanted (id, place)
        JOIN ledger_account AS account USING (id) ORDER BY wanted.place);
  END IF;
  PERFORM 1 FROM unnest(numbers) AS wanted (account_no) JOIN ledger_balance AS balance USING (account_no)
    ORDER BY balance.account_no FOR UPDATE OF balance;
  RETURN QUERY
    SELECT wanted.id, wanted.account_no, balance.posted, balance.held, balance.named_seq
    FROM unnest(ids, numbers) AS wanted (id, account_no) JOIN ledger_balance AS balance USING (account_no);
END $$;

CREATE FUNCTION ledger_lock_numbers(numbers integer[])
RETURNS TABLE (account_no integer, posted bigint, held bigint, named_seq bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY SELECT account_no, posted, held, named_seq FROM ledger_balance AS balance
    WHERE account_no = ANY (numbers) ORDER BY account_no FOR UPDATE;
END $$;

-- The only way into the journal. Appends a block of acts: first those that give `named` accounts their numbers, then one
-- for each of `causes`, which are found by it: entries by their ids, and acts that move nothing. Moves head, balances and holds. The balances must be locked by ledger_lock and the head by
-- ledger_lock_head before. If an account does not have what it is said to have had, nothing is appended; nor if an
-- account that moves was given no number, or two. Conservation is checked over the whole call; that the acts say what
-- is done here, the verifier checks. Returns the new head.
CREATE FUNCTION journal_append(
  seq_before bigint, hash_before bytea, block_places bytea, block_body bytea,
  named integer[], causes text[],
  moved_accounts integer[], moved_named integer[], had_posted bigint[], had_held bigint[],
  change_posted bigint[], change_held bigint[], moved_places text[],
  opened_ids text[], opened_accounts integer[], opened_amounts bigint[], opened_remaining bigint[],
  opened_places integer[], closed_places integer[],
  drawn_ids text[], drawn_accounts integer[], drawn_amounts bigint[], drawn_places integer[]
) RETURNS bytea
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  first_seq bigint := seq_before + 1;
  added integer := cardinality(named) + cardinality(causes);
  new_head bytea := sha256('bolsillo.block.1'::bytea || hash_before || sha256(block_body));
  found_count bigint;
  faulty text;
BEGIN
  UPDATE ledger_head SET seq = seq_before + added, hash = new_head WHERE seq = seq_before AND hash = hash_before;
  IF NOT FOUND THEN RAISE EXCEPTION 'the head of the chain is not at %', seq_before; END IF;

  INSERT INTO journal_block (first, last, head, places, body)
  VALUES (first_seq, seq_before + added, new_head, block_places, block_body);
  INSERT INTO ledger_entry_id (id, seq)
  SELECT act.cause, seq_before + cardinality(named) + act.place FROM unnest(causes) WITH ORDINALITY AS act (cause, place);

  INSERT INTO ledger_hold (id, account_no, opened, remaining, opened_seq, closed_seq)
  SELECT row.id, row.account_no, row.opened, row.remaining, first_seq + row.opened_place, first_seq + row.closed_place
  FROM unnest(opened_ids, opened_accounts, opened_amounts, opened_remaining, opened_places, closed_places)
    AS row (id, account_no, opened, remaining, opened_place, closed_place);

  UPDATE ledger_hold AS hold SET remaining = hold.remaining - row.drawn,
    closed_seq = CASE WHEN hold.remaining = row.drawn THEN first_seq + row.place END
  FROM unnest(drawn_ids, drawn_accounts, drawn_amounts, drawn_places) AS row (id, account_no, drawn, place)
  WHERE hold.id = row.id AND hold.account_no = row.account_no AND hold.remaining > 0 AND row.drawn > 0;
  GET DIAGNOSTICS found_count = ROW_COUNT;
  IF found_count <> cardinality(drawn_ids) THEN
    RAISE EXCEPTION 'a hold is unknown or closed' USING ERRCODE = 'check_violation';
  END IF;

  WITH moved AS (
    SELECT * FROM unnest(moved_accounts, moved_named, had_posted, had_held, change_posted, change_held, moved_places)
      AS row (account_no, naming, had_posted, had_held, change_posted, change_held, places)
  ), turned AS (
    UPDATE ledger_balance AS balance SET posted = moved.had_posted + moved.change_posted,
      held = moved.had_held + moved.change_held, named_seq = coalesce(balance.named_seq, first_seq + moved.naming)
    FROM moved
    WHERE balance.account_no = moved.account_no AND balance.posted = moved.had_posted AND balance.held = moved.had_held
      AND (balance.named_seq IS NULL) = (moved.naming IS NOT NULL)
    RETURNING balance.asset, moved.change_posted
  ), noted AS (
    INSERT INTO ledger_account_block (account_no, first_seq, places)
    SELECT account_no, first_seq, places::smallint[] FROM moved
  ), sums AS (
    SELECT asset, sum(change_posted) AS posted, count(*) AS accounts FROM turned GROUP BY asset
  )
  SELECT coalesce(sum(accounts), 0), min(asset || ' sums to ' || posted) FILTER (WHERE posted <> 0) INTO found_count, faulty FROM sums;
  IF faulty IS NOT NULL THEN RAISE EXCEPTION 'not balanced: %', faulty USING ERRCODE = 'check_violation'; END IF;
  IF found_count <> cardinality(moved_accounts) THEN
    RAISE EXCEPTION 'a balance is not what it was said to be' USING ERRCODE = 'check_violation';
  END IF;
  RETURN new_head;
END $$;

-- What an auditor reads with plain SQL. Slow: every act is decoded (domain/acts/README.md states the encoding).
CREATE FUNCTION journal_item(bytes bytea, at integer, OUT item jsonb, OUT next integer)
LANGUAGE plpgsql IMMUTABLE STRICT SET search_path = pg_catalog, public AS $$
DECLARE
  first integer := get_byte(bytes, at);
  major integer := first >> 5;
  short integer := first & 31;
  argument bigint;
  one record;
  name text;
BEGIN
  next := at + 1;
  IF short < 24 THEN argument := short;
  ELSIF short = 24 THEN argument := get_byte(bytes, next); next := next + 1;
  ELSIF short = 25 THEN argument := substring(bytes from next + 1 for 2)::smallint::integer & 65535; next := next + 2;
  ELSIF short = 26 THEN argument := substring(bytes from next + 1 for 4)::integer::bigint & 4294967295; next := next + 4;
  ELSIF short = 27 THEN argument := substring(bytes from next + 1 for 8)::bigint; next := next + 8;
  ELSE RAISE EXCEPTION 'no item at byte %', at;
  END IF;
  CASE major
    WHEN 0 THEN item := to_jsonb(argument);
    WHEN 1 THEN item := to_jsonb(-1 - argument);
    WHEN 2 THEN
      item := to_jsonb(encode(substring(bytes from next + 1 for argument::integer), 'hex'));
      next := next + argument::integer;
    WHEN 3 THEN
      item := to_jsonb(convert_from(substring(bytes from next + 1 for argument::integer), 'UTF8'));
      next := next + argument::integer;
    WHEN 4 THEN
      item := '[]';
      FOR place IN 1 .. argument LOOP
        one := journal_item(bytes, next);
        item := item || jsonb_build_array(one.item);
        next := one.next;
      END LOOP;
    WHEN 5 THEN
      item := '{}';
      FOR place IN 1 .. argument LOOP
        one := journal_item(bytes, next);
        name := one.item #>> '{}';
        one := journal_item(bytes, one.next);
        item := item || jsonb_build_object(name, one.item);
        next := one.next;
      END LOOP;
    WHEN 7 THEN item := CASE short WHEN 20 THEN 'false' WHEN 21 THEN 'true' ELSE 'null' END;
    ELSE RAISE EXCEPTION 'no item at byte %', at;
  END CASE;
END $$;

-- The id that sixteen bytes stand for: 26 digits of base 32, five bits each, the first of three.
CREATE FUNCTION journal_id(prefix text, hex text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT SET search_path = pg_catalog, public AS $$
  SELECT prefix || '_' || string_agg(
    substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + substring(bits from 1 + 5 * digit for 5)::integer, 1), '' ORDER BY digit)
  FROM (SELECT B'00' || ('x' || hex)::bit(128) AS bits) AS written, generate_series(0, 25) AS digit
$$;

-- Every act with its parts, decoded.
CREATE VIEW journal_act AS
SELECT (act.item ->> 1)::bigint AS number, (act.item ->> 2)::bigint AS at, act.item ->> 3 AS kind, act.item ->> 4 AS actor,
  act.item ->> 5 AS cause, act.item ->> 6 AS subject, act.item -> 7 AS payload, act.item -> 8 AS postings,
  sha256(substring(block.body from begun.place + 1 for act.next - begun.place)) AS hash
FROM journal_block AS block,
  generate_series(0, (block.last - block.first)::integer) AS step,
  LATERAL (SELECT substring(block.places from 4 * step + 1 for 4)::integer AS place OFFSET 0) AS begun,
  LATERAL journal_item(block.body, begun.place) AS act;

-- The entries and postings of both kinds of blocks as rows.
CREATE OR REPLACE VIEW ledger_entry AS
SELECT block.first_seq + entry.place - 1 AS seq, entry.id, entry.kind, entry.recorded_at, entry.actor, entry.reference,
  entry.details::jsonb AS details, entry.hash
FROM ledger_block AS block,
  unnest(block.ids, block.kinds, block.recorded_ats, block.actors, block."references", block.details, block.hashes)
    WITH ORDINALITY AS entry (id, kind, recorded_at, actor, reference, details, hash, place)
UNION ALL
SELECT number, cause, kind, at, actor, subject, payload, hash FROM journal_act WHERE cause LIKE 'ent\_%';

CREATE OR REPLACE VIEW ledger_posting AS
SELECT block.first_seq + posting.place AS seq, posting.line, posting.account_no, posting.posted, posting.held,
  posting.hold_id, posting.posted_after, posting.held_after
FROM ledger_block AS block,
  unnest(block.places, block.lines, block.account_nos, block.posted, block.held, block.hold_ids, block.posted_after,
    block.held_after) AS posting (place, line, account_no, posted, held, hold_id, posted_after, held_after)
UNION ALL
SELECT act.number, (posting.place - 1)::smallint, (posting.item ->> 0)::integer, (posting.item ->> 1)::bigint,
  coalesce(posting.item ->> 3, '0')::bigint, journal_id('hld', posting.item ->> 4), (posting.item ->> 2)::bigint,
  coalesce(posting.item ->> 5, '0')::bigint
FROM journal_act AS act, jsonb_array_elements(act.postings) WITH ORDINALITY AS posting (item, place);

GRANT SELECT ON journal_block, journal_act TO bolsillo_app;
GRANT SELECT, INSERT ON journal_block TO bolsillo_ledger;
REVOKE INSERT ON ledger_block FROM bolsillo_ledger;
ALTER FUNCTION ledger_lock OWNER TO bolsillo_ledger;
ALTER FUNCTION ledger_lock_numbers OWNER TO bolsillo_ledger;
ALTER FUNCTION journal_append OWNER TO bolsillo_ledger;
REVOKE ALL ON FUNCTION ledger_lock, ledger_lock_numbers, journal_append FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_lock, ledger_lock_numbers, journal_append TO bolsillo_app;
