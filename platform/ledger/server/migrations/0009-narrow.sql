-- What follows from a block, in fewer and narrower rows (decision 71).

-- Which acts posted to an account was a row for each account and block. It is a list of acts now, whose newest end is
-- kept in the row of the balance, which is written anyway, and put away when it is full: here, up to the act `last`.
CREATE TABLE ledger_account_acts (
  account_no integer NOT NULL,
  last bigint NOT NULL,
  -- The numbers of acts, ascending: eight bytes each, the largest first.
  acts bytea NOT NULL,
  CONSTRAINT acts_are_numbers CHECK (octet_length(acts) > 0 AND octet_length(acts) % 8 = 0),
  PRIMARY KEY (account_no, last)
);
ALTER TABLE ledger_balance ADD COLUMN recent_acts bytea NOT NULL DEFAULT '';
-- Looked at with every change of a balance, a fifth of its cost. Only ledger_open makes balances, of accounts, and
-- nobody removes accounts; the verifier compares.
ALTER TABLE ledger_balance DROP CONSTRAINT ledger_balance_account_no_fkey;

INSERT INTO ledger_account_acts (account_no, last, acts)
SELECT account_no, max(seq), string_agg(int8send(seq), '' ORDER BY seq)
FROM (
  SELECT account_no, first_seq + place AS seq,
    (row_number() OVER (PARTITION BY account_no ORDER BY first_seq + place) - 1) / 16 AS part
  FROM ledger_account_block, unnest(places) AS place
) AS noted
GROUP BY account_no, part
ORDER BY account_no, part;
CREATE TRIGGER insert_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_account_acts
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();

-- What is left there is of the blocks from before acts.
ALTER TABLE ledger_account_block DISABLE TRIGGER insert_only;
DELETE FROM ledger_account_block WHERE places IS NOT NULL;
ALTER TABLE ledger_account_block ENABLE TRIGGER insert_only;
ALTER TABLE ledger_account_block DROP COLUMN places;

-- A reservation is a row while something of it is left: the journal has what became of the others, and nobody draws on
-- them.
ALTER TABLE ledger_hold RENAME TO ledger_hold_before;
ALTER INDEX ledger_hold_pkey RENAME TO ledger_hold_before_pkey;
CREATE TABLE ledger_hold (
  id text COLLATE "C" PRIMARY KEY,
  account_no integer NOT NULL,
  opened bigint NOT NULL,
  remaining bigint NOT NULL,
  opened_seq bigint NOT NULL,
  CONSTRAINT something_is_left CHECK (remaining > 0 AND remaining <= opened)
) WITH (fillfactor = 80);
INSERT INTO ledger_hold (id, account_no, opened, remaining, opened_seq)
SELECT id, account_no, opened, remaining, opened_seq FROM ledger_hold_before WHERE closed_seq IS NULL ORDER BY id;
DROP TABLE ledger_hold_before;
CREATE INDEX ledger_hold_of_account ON ledger_hold (account_no);
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON ledger_hold FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();

DROP FUNCTION journal_append;

-- The only way into the journal. Appends a block of acts: first those that give `named` accounts their numbers, then one
-- for each of `causes`, which are found by it: entries by their ids, and acts that move nothing. Moves head, balances and
-- holds. The balances must be locked by ledger_lock and the head by ledger_lock_head before. If an account does not have
-- what it is said to have had, nothing is appended; nor if an account that moves was given no number, or two.
-- Conservation is checked over the whole call; that the acts say what is done here, the verifier checks. Accounts come in
-- the order of their numbers; the acts that post to one end in `moved_acts` at its `moved_ends`. Holds that are opened and
-- closed here are not named. Returns the new head.
CREATE FUNCTION journal_append(
  seq_before bigint, hash_before bytea, block_places bytea, block_body bytea,
  named integer[], causes text[],
  moved_accounts integer[], had_posted bigint[], had_held bigint[], change_posted bigint[], change_held bigint[],
  moved_starts integer[], moved_ends integer[], moved_acts bytea,
  opened_ids text[], opened_accounts integer[], opened_amounts bigint[], opened_remaining bigint[], opened_places integer[],
  drawn_ids text[], drawn_accounts integer[], drawn_amounts bigint[]
) RETURNS bytea
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  -- So many bytes of acts stay in the row of a balance: sixteen acts.
  recent_max CONSTANT integer := 128;
  first_seq bigint := seq_before + 1;
  added integer := cardinality(named) + cardinality(causes);
  new_head bytea := sha256('bolsillo.block.1'::bytea || hash_before || sha256(block_body));
  found_count bigint;
  closed_count bigint;
  faulty text;
BEGIN
  UPDATE ledger_head SET seq = seq_before + added, hash = new_head WHERE seq = seq_before AND hash = hash_before;
  IF NOT FOUND THEN RAISE EXCEPTION 'the head of the chain is not at %', seq_before; END IF;

  INSERT INTO journal_block (first, last, head, places, body)
  VALUES (first_seq, seq_before + added, new_head, block_places, block_body);
  INSERT INTO ledger_entry_id (id, seq)
  SELECT act.cause, seq_before + cardinality(named) + act.place FROM unnest(causes) WITH ORDINALITY AS act (cause, place);

  INSERT INTO ledger_hold (id, account_no, opened, remaining, opened_seq)
  SELECT row.id, row.account_no, row.opened, row.remaining, first_seq + row.place
  FROM unnest(opened_ids, opened_accounts, opened_amounts, opened_remaining, opened_places)
    AS row (id, account_no, opened, remaining, place);

  IF cardinality(drawn_ids) > 0 THEN
    DELETE FROM ledger_hold AS hold USING unnest(drawn_ids, drawn_accounts, drawn_amounts) AS row (id, account_no, drawn)
    WHERE hold.id = row.id AND hold.account_no = row.account_no AND hold.remaining = row.drawn;
    GET DIAGNOSTICS closed_count = ROW_COUNT;
    UPDATE ledger_hold AS hold SET remaining = hold.remaining - row.drawn
    FROM unnest(drawn_ids, drawn_accounts, drawn_amounts) AS row (id, account_no, drawn)
    WHERE hold.id = row.id AND hold.account_no = row.account_no AND row.drawn > 0;
    GET DIAGNOSTICS found_count = ROW_COUNT;
    IF closed_count + found_count <> cardinality(drawn_ids) THEN
      RAISE EXCEPTION 'a hold is unknown or closed' USING ERRCODE = 'check_violation';
    END IF;
  END IF;

  WITH turned AS (
    UPDATE ledger_balance AS balance SET posted = moved.had_posted + moved.change_posted,
      held = moved.had_held + moved.change_held,
      named_seq = coalesce(balance.named_seq, seq_before + array_position(named, balance.account_no)),
      recent_acts = CASE WHEN octet_length(balance.recent_acts) + moved.stop - moved.start > recent_max THEN ''
        ELSE balance.recent_acts || substring(moved_acts from moved.start + 1 for moved.stop - moved.start) END
    FROM unnest(moved_accounts, had_posted, had_held, change_posted, change_held, moved_starts, moved_ends)
      AS moved (account_no, had_posted, had_held, change_posted, change_held, start, stop)
    WHERE balance.account_no = moved.account_no AND balance.posted = moved.had_posted AND balance.held = moved.had_held
      AND (balance.named_seq IS NULL) = (array_position(named, balance.account_no) IS NOT NULL)
    RETURNING balance.account_no, balance.asset, moved.change_posted, new.recent_acts = '' AS is_full,
      old.recent_acts AS earlier, moved.start, moved.stop
  ), put_away AS (
    INSERT INTO ledger_account_acts (account_no, last, acts)
    SELECT account_no, substring(moved_acts from stop - 7 for 8)::bigint,
      earlier || substring(moved_acts from start + 1 for stop - start)
    FROM turned WHERE is_full
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

GRANT SELECT ON ledger_account_acts, ledger_hold TO bolsillo_app;
GRANT SELECT, INSERT ON ledger_account_acts TO bolsillo_ledger;
GRANT SELECT, INSERT, UPDATE, DELETE ON ledger_hold TO bolsillo_ledger;
REVOKE INSERT ON ledger_account_block FROM bolsillo_ledger;
ALTER FUNCTION journal_append OWNER TO bolsillo_ledger;
REVOKE ALL ON FUNCTION journal_append FROM PUBLIC;
GRANT EXECUTE ON FUNCTION journal_append TO bolsillo_app;
