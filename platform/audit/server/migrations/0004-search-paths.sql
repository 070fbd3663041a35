-- Temporary tables of the caller are looked at last, and not before all else (ledger's migration 0012).
alter function audit_append set search_path = pg_catalog, public, pg_temp;
