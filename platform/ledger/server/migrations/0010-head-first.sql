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
