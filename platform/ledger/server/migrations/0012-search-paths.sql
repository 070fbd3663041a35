-- PostgreSQL looks for a table in the temporary tables of whoever calls before all else, unless a path names them: then a
-- function that runs as bolsillo_ledger reads and writes a table that its caller made. Named last, they are looked at last.
ALTER FUNCTION ledger_open SET search_path = pg_catalog, public, pg_temp;
ALTER FUNCTION ledger_lock_head SET search_path = pg_catalog, public, pg_temp;
ALTER FUNCTION ledger_grow_tree SET search_path = pg_catalog, public, pg_temp;
ALTER FUNCTION ledger_accounts SET search_path = pg_catalog, public, pg_temp;
ALTER FUNCTION journal_append SET search_path = pg_catalog, public, pg_temp;
