-- Staff come by invitation: a link good once, for a day, at which they set a password and a second factor before anything
-- else. The first admin is made so from the shell; further ones by two people.
create table operator_invitation (
  id text primary key,
  -- The operator it will make: factors are enrolled under this id before there is an account.
  operator_id text not null unique,
  account text not null check (account ~ '^[a-z0-9][a-z0-9._-]{2,39}$'),
  name text not null,
  roles text[] not null check (cardinality(roles) > 0),
  -- Null while no link is out.
  token_hash bytea unique,
  made_at bigint not null,
  expires_at bigint not null,
  accepted_at bigint
);
create index operator_invitation_open on operator_invitation (made_at) where accepted_at is null;
grant select, insert on operator_invitation to bolsillo_app;
grant update (token_hash, expires_at, accepted_at) on operator_invitation to bolsillo_app;

alter table operator add column ended_at bigint;
grant update (roles, ended_at) on operator to bolsillo_app;
