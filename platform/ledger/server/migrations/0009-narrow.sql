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

-- Ids of entries are drawn in the order of time. Where those of a block rise, and above every id before, they are one row:
-- that each occurs once is plain from the order. All others, and other causes, are a row each, as before.
CREATE TABLE ledger_entry_ids (
  first_id text COLLATE "C" PRIMARY KEY,
  last_id text COLLATE "C" NOT NULL,
  first_seq bigint NOT NULL,
  ids text[] COLLATE "C" NOT NULL
);
ALTER TABLE ledger_entry_ids ALTER ids SET STORAGE EXTERNAL;
CREATE TRIGGER insert_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entry_ids
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();
-- The highest id that is filed, of either kind.
ALTER TABLE ledger_head ADD COLUMN highest_id text COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE ledger_head DISABLE TRIGGER USER;
UPDATE ledger_head SET highest_id = coalesce((SELECT max(id) FROM ledger_entry_id), '');
ALTER TABLE ledger_head ENABLE TRIGGER USER;

-- Which act has a cause, for whoever looks with plain SQL.
CREATE VIEW ledger_filed AS
SELECT id, seq FROM ledger_entry_id
UNION ALL
SELECT filed.id, many.first_seq + filed.place - 1
FROM ledger_entry_ids AS many, unnest(many.ids) WITH ORDINALITY AS filed (id, place);

DROP FUNCTION journal_append;

-- The only way into the journal. Appends a block of acts: first those that give `named` accounts their numbers, then one
-- for each of `causes`, which are found by it: entries by their ids, and acts that move nothing; behind them acts that are
-- found by nothing but their numbers. Moves head, balances and holds. The head must be locked by ledger_lock_head before,
-- which keeps the balances, too. If an account does not have
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
  added integer := octet_length(block_places) / 4;
  new_head bytea := sha256('bolsillo.block.1'::bytea || hash_before || sha256(block_body));
  -- Fewer are filed one by one: their rows are shorter.
  together_min CONSTANT integer := 4;
  entry_count integer := cardinality(causes);
  last_cause text COLLATE "C" := (SELECT max(cause COLLATE "C") FROM unnest(causes) AS act (cause));
  highest_before text COLLATE "C";
  found_count bigint;
  closed_count bigint;
  faulty text;
BEGIN
  IF added < cardinality(named) + cardinality(causes) THEN RAISE EXCEPTION 'more causes than acts'; END IF;
  UPDATE ledger_head SET seq = seq_before + added, hash = new_head, highest_id = greatest(highest_id, last_cause)
  WHERE seq = seq_before AND hash = hash_before RETURNING old.highest_id INTO highest_before;
  IF NOT FOUND THEN RAISE EXCEPTION 'the head of the chain is not at %', seq_before; END IF;

  INSERT INTO journal_block (first, last, head, places, body)
  VALUES (first_seq, seq_before + added, new_head, block_places, block_body);

  IF entry_count >= together_min AND starts_with(causes[1], 'ent_') AND causes[1] COLLATE "C" > highest_before AND NOT EXISTS (
    SELECT FROM unnest(causes[:entry_count - 1], causes[2:]) AS pair (one, next) WHERE one COLLATE "C" >= next
  ) THEN
    INSERT INTO ledger_entry_ids (first_id, last_id, first_seq, ids)
    VALUES (causes[1], last_cause, first_seq + cardinality(named), causes);
  ELSE
    IF EXISTS (
      SELECT FROM (SELECT cause COLLATE "C" AS id FROM unnest(causes) AS act (cause)) AS wanted, LATERAL (
        SELECT last_id, ids FROM ledger_entry_ids WHERE first_id <= wanted.id ORDER BY first_id DESC LIMIT 1
      ) AS many
      WHERE wanted.id <= highest_before AND wanted.id <= many.last_id AND wanted.id = ANY (many.ids)
    ) THEN
      RAISE EXCEPTION 'an act of this cause is there already: ledger_entry_id_pkey' USING ERRCODE = 'unique_violation';
    END IF;
    INSERT INTO ledger_entry_id (id, seq)
    SELECT act.cause, seq_before + cardinality(named) + act.place FROM unnest(causes) WITH ORDINALITY AS act (cause, place);
  END IF;

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

GRANT SELECT ON ledger_account_acts, ledger_hold, ledger_entry_ids, ledger_filed TO bolsillo_app;
GRANT SELECT, INSERT ON ledger_account_acts, ledger_entry_ids TO bolsillo_ledger;
GRANT SELECT, INSERT, UPDATE, DELETE ON ledger_hold TO bolsillo_ledger;
REVOKE INSERT ON ledger_account_block FROM bolsillo_ledger;
ALTER FUNCTION journal_append OWNER TO bolsillo_ledger;
REVOKE ALL ON FUNCTION journal_append FROM PUBLIC;
GRANT EXECUTE ON FUNCTION journal_append TO bolsillo_app;
