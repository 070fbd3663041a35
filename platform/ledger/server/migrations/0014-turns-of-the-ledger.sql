-- The turn for the head of the journal is a lock of this table, which stays empty: an advisory lock could be taken, and kept,
-- by any role that may connect, and everybody who moves money would wait.
CREATE TABLE ledger_turn ();
GRANT SELECT, UPDATE ON ledger_turn TO bolsillo_ledger;
CREATE OR REPLACE FUNCTION ledger_lock_head() RETURNS TABLE (seq bigint, hash bytea)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  LOCK TABLE ledger_turn IN EXCLUSIVE MODE;
  SELECT seq, hash FROM ledger_head FOR UPDATE
$$;
