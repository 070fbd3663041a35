-- What is taken back while it is on its way back to its origin becomes a claim. When that way then fails, the money is
-- here after all and settles the claim: what is open of it; and whoever covered a part before has that part back.
-- What two people decided stays in deposit_claim_step as they decided it.
create table deposit_claim_return (
  claim_id text primary key references deposit_claim (id),
  return_id text not null references deposit_return (id),
  open_minor bigint not null check (open_minor >= 0),
  -- Given back to the customer, and to the house's fees.
  paid_minor bigint not null check (paid_minor >= 0),
  written_off_minor bigint not null check (written_off_minor >= 0),
  entry_id text not null unique,
  at bigint not null,
  check (open_minor + paid_minor + written_off_minor > 0)
);
create trigger insert_only before update or delete or truncate on deposit_claim_return
  for each statement execute function deposit_refuse();

-- Whatever made a claim smaller.
create view deposit_claim_cleared as
  select claim_id, minor from deposit_claim_step
  union all
  select claim_id, open_minor from deposit_claim_return;

grant select, insert on deposit_claim_return to bolsillo_app;
grant select on deposit_claim_cleared to bolsillo_app;
