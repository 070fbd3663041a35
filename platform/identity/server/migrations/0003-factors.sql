-- Second factors of customers (cus_…) and of staff (opr_…): one mechanism, so one set of tables. Owners are not
-- referenced: an operator who was invited has a factor before there is an account.

-- An authenticator app. The secret is sealed with a key that is not in the database.
create table authenticator (
  owner text primary key check (owner ~ '^(cus|opr)_'),
  sealed_secret bytea not null,
  created_at bigint not null,
  -- Null until a code showed that the app has the secret.
  confirmed_at bigint,
  -- The time step of the last code that was used: that one and earlier ones are not taken again.
  last_step bigint not null default 0
);
grant select, insert, delete on authenticator to bolsillo_app;
grant update (sealed_secret, created_at, confirmed_at, last_step) on authenticator to bolsillo_app;

create table passkey (
  id text primary key,
  owner text not null check (owner ~ '^(cus|opr)_'),
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  -- The host it was made for: it is asked for nowhere else.
  host text not null,
  transports text[] not null,
  name text not null,
  created_at bigint not null,
  last_used_at bigint
);
create index passkey_of_owner on passkey (owner, created_at);
grant select, insert, delete on passkey to bolsillo_app;
grant update (counter, name, last_used_at) on passkey to bolsillo_app;

create table recovery_code (
  owner text not null,
  code_hash bytea not null,
  made_at bigint not null,
  used_at bigint,
  primary key (owner, code_hash)
);
grant select, insert, delete on recovery_code to bolsillo_app;
grant update (used_at) on recovery_code to bolsillo_app;

-- A question that is answered once: by a code or a passkey, for exactly what was shown.
create table factor_challenge (
  id text primary key,
  owner text not null,
  action text not null,
  -- SHA-256 of the action and everything that was shown with it.
  purpose_hash bytea not null,
  -- What a passkey signs (base64url).
  nonce text not null,
  -- Where the page was that asked; absent when a program asked, for which there is no passkey.
  origin text,
  tries integer not null default 0,
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint
);
create index factor_challenge_old on factor_challenge (expires_at);
grant select, insert, delete on factor_challenge to bolsillo_app;
grant update (tries, used_at) on factor_challenge to bolsillo_app;

-- When the second factor was last given in a console session.
alter table operator_session add column factor_at bigint;
grant update (factor_at) on operator_session to bolsillo_app;
