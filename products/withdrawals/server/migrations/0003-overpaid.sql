-- Withdrawals that were paid beyond what their customers had, each of which has a claim: few among all that ended.
create index withdrawal_overpaid on withdrawal (id) where claim > 0;

-- What of money that came back covered such a claim, and so is not the customer's again.
alter table withdrawal_event add column covered bigint not null default 0 check (covered >= 0);
