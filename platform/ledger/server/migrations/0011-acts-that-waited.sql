-- Acts that wait for their numbers (kit's migration 0002, decision 70) leave the queue only when they are in the journal:
-- each is filed there by its cause, `act:` and its place. In the transaction that appended them.
CREATE FUNCTION journal_took(places bigint[]) RETURNS bigint
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH gone AS (
    DELETE FROM act_queue AS queued WHERE queued.place = ANY (places)
      AND EXISTS (SELECT FROM ledger_entry_id WHERE id = 'act:' || queued.place)
    RETURNING 1
  ) SELECT count(*) FROM gone
$$;
ALTER FUNCTION journal_took OWNER TO bolsillo_ledger;
REVOKE ALL ON FUNCTION journal_took FROM PUBLIC;
GRANT EXECUTE ON FUNCTION journal_took TO bolsillo_app;
