-- Up to where a customer has seen what happened to them: the last entry and the last act that were shown. It decides nothing.
create table happening_seen (
  customer_id text primary key,
  entry bigint not null check (entry >= 0),
  act bigint not null check (act >= 0)
);
grant select, insert, update on happening_seen to bolsillo_app;
-- Rows of customers: a call of one sees no other's (decision 85).
select guard_rows('happening_seen');
