-- Whoever moves something locks the head of the journal first, so balances need no locks of their own.
DROP FUNCTION ledger_lock;
DROP FUNCTION ledger_lock_numbers;

-- Accounts with their numbers and what they have, opening what is missing. is_named: whether an act has given the account
-- its number. Sequential scans are off because plans are made while the tables are still small.
CREATE FUNCTION ledger_accounts(ids text[])
RETURNS TABLE (id text, account_no integer, posted bigint, held bigint, is_named boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
BEGIN
  IF EXISTS (SELECT FROM unnest(ids) AS wanted (id) LEFT JOIN ledger_account AS account USING (id) WHERE account.id IS NULL)
  THEN PERFORM ledger_open(ids); END IF;
  RETURN QUERY
    SELECT account.id, account_no, balance.posted, balance.held, balance.named_seq IS NOT NULL
    FROM unnest(ids) AS wanted (id) JOIN ledger_account AS account USING (id) JOIN ledger_balance AS balance USING (account_no);
END $$;

ALTER FUNCTION ledger_accounts OWNER TO bolsillo_ledger;
REVOKE ALL ON FUNCTION ledger_accounts FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_accounts TO bolsillo_app;

-- The only way into the journal. Appends a block of acts: first those that give `named` accounts their numbers, then one
-- for each of `causes`, which are found by it: entries by their ids, and acts that move nothing; behind them acts that are
-- found by nothing but their numbers. Moves head, balances and holds. The head must be locked by
-- ledger_lock_head before, which keeps the balances, too. If an account does not have what it is said to have had, nothing is appended; nor if an
-- account that moves was given no number, or two. Conservation is checked over the whole call; that the acts say what
-- is done here, the verifier checks. Returns the new head.
CREATE OR REPLACE FUNCTION journal_append(
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
  added integer := octet_length(block_places) / 4;
  new_head bytea := sha256('bolsillo.block.1'::bytea || hash_before || sha256(block_body));
  found_count bigint;
  faulty text;
BEGIN
  IF added < cardinality(named) + cardinality(causes) THEN RAISE EXCEPTION 'more causes than acts'; END IF;
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
