-- A rail may pay more than a withdrawal asked for and than its customer has. The rest is claimed as what a bank takes back
-- of a deposit is. A claim has one cause; a withdrawal is paid once and so has one claim at most.
alter table deposit_claim
  alter column deposit_id drop not null,
  add column withdrawal_id text unique,
  add constraint deposit_claim_cause check (num_nonnulls(deposit_id, withdrawal_id) = 1);

-- A payment that had arrived comes back, in parts: what of each part settled a claim, by the rail's own number of it.
create table deposit_claim_back (
  claim_id text not null references deposit_claim (id),
  rail_id text not null,
  return_id text not null,
  open_minor bigint not null check (open_minor >= 0),
  -- Given back to the customer, and to the house's fees.
  paid_minor bigint not null check (paid_minor >= 0),
  written_off_minor bigint not null check (written_off_minor >= 0),
  -- One entry may settle several claims of a deposit.
  entry_id text not null,
  at bigint not null,
  primary key (claim_id, rail_id, return_id),
  check (open_minor + paid_minor + written_off_minor > 0)
);
create trigger insert_only before update or delete or truncate on deposit_claim_back
  for each statement execute function deposit_refuse();

create or replace view deposit_claim_cleared as
  select claim_id, minor from deposit_claim_step
  union all
  select claim_id, open_minor from deposit_claim_return
  union all
  select claim_id, open_minor from deposit_claim_back;

grant select, insert on deposit_claim_back to bolsillo_app;
