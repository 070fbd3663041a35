-- Transactions that take the head of the journal have it in the order they asked in. A lock of a row goes to whoever asks in
-- the moment it is free, and a desk that goes from one batch to the next always asks before whoever waits has woken.
CREATE OR REPLACE FUNCTION ledger_lock_head() RETURNS TABLE (seq bigint, hash bytea)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT pg_advisory_xact_lock(hashtextextended('head of the journal', 0));
  SELECT seq, hash FROM ledger_head FOR UPDATE
$$;
