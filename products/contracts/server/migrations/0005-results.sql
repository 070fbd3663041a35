-- What a customer's contracts came to since an instant is read from bookings: for loss limits and the share of losing accounts.
create index contract_booking_of_customer on contract_booking (customer_id, at);

-- How many accounts lost, computed from recorded facts and kept with the span it was computed over. The last row is shown.
create table contract_outcome (
  computed_at bigint primary key,
  from_at bigint not null check (from_at < computed_at),
  accounts integer not null check (accounts >= 0),
  losing integer not null check (losing between 0 and accounts),
  -- Of the accounts, those counted with positions that are open at their mark; and those left out: a mark was missing.
  with_open integer not null check (with_open between 0 and accounts),
  without_mark integer not null check (without_mark >= 0)
);
grant select, insert on contract_outcome to bolsillo_app;
create trigger insert_only before update or delete or truncate on contract_outcome
  for each statement execute function contracts_refuse();
