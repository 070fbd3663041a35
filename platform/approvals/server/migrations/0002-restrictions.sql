-- Restricted customers: why, for how long, and what ended it. Rows never change.
create table customer_restriction (
  approval_id text primary key references approval (id),
  customer_id text not null,
  reason text not null,
  evidence text not null,
  -- Only an order of a court or an official list holds withdrawals back.
  holds_withdrawals boolean not null check (not holds_withdrawals or reason in ('court-order', 'official-list')),
  from_at bigint not null,
  -- It ends by itself, at the latest 90 days after it was proposed.
  until_at bigint not null check (until_at > from_at and until_at <= from_at + 90 * 86400000::bigint)
);
create index customer_restriction_of on customer_restriction (customer_id, from_at);

create table customer_restriction_end (
  -- The restriction that ended.
  approval_id text primary key references customer_restriction (approval_id),
  ended_at bigint not null,
  reason text not null,
  -- The approval that freed the customer, or the process that saw its time was over.
  ended_by text not null
);
create trigger insert_only before update or delete or truncate on customer_restriction
  for each statement execute function approval_refuse();
create trigger insert_only before update or delete or truncate on customer_restriction_end
  for each statement execute function approval_refuse();

grant select, insert on customer_restriction, customer_restriction_end to bolsillo_app;
