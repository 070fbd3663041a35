-- Temporary tables of the caller are looked at last, and not before all else (ledger's migration 0012).
alter function approval_check_decision set search_path = pg_catalog, public, pg_temp;
alter function approval_close set search_path = pg_catalog, public, pg_temp;
alter function approval_lock set search_path = pg_catalog, public, pg_temp;
