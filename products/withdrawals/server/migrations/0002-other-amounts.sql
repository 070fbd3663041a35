-- What a rail paid where it was another amount than was asked for, as two people booked it: net = arrived + back - claim.
alter table withdrawal
  -- What came back to the customer; below zero: what more left their account.
  add column back bigint not null default 0,
  -- What arrived beyond what their account had: owed to us.
  add column claim bigint not null default 0 check (claim >= 0);
grant update (back, claim) on withdrawal to bolsillo_app;
