-- Calls of a customer take on the role bolsillo_customer and say whose they are (decision 85): of a table that is guarded
-- they see and write the rows of that customer, and none while nobody was named. Who serves everybody (jobs, staff, the desk)
-- is in bolsillo_everyone.

-- A migration calls it once for each table of its room that holds rows of customers. Who owns the table sees all of it, and so
-- does a view over it, unless it is one of whoever asks (security_invoker).
create function guard_rows(wanted text, who text default 'customer_id') returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  execute format('alter table %I enable row level security', wanted);
  execute format(
    'create policy own_rows on %I to bolsillo_app using (%I = current_setting(''bolsillo.customer'', true))', wanted, who);
  execute format('create policy all_rows on %I to bolsillo_everyone, bolsillo_ledger using (true)', wanted);
end $$;
revoke all on function guard_rows(text, text) from public;
