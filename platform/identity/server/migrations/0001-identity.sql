-- Customers and how they prove who they are. Passwords, codes and tokens are here only as hashes.

create table customer (
  id text primary key,
  -- Shown to people, told to support. Random, so that it says nothing about how many customers there are.
  display_number bigint not null unique check (display_number between 10000000 and 99999999),
  phone text unique,
  email text unique,
  password_hash text not null,
  -- 0 is restricted: statements, support, withdrawing to a verified destination.
  status smallint not null default 1 check (status in (0, 1)),
  identity_state text not null default 'none' check (identity_state in ('none', 'pending', 'succ', 'fail')),
  language text not null,
  invite_code text not null unique,
  invited_by text references customer (id),
  open_auto_apply boolean not null default false,
  disclaimer_agreed_at bigint not null,
  privacy_agreed_at bigint not null,
  created_at bigint not null,
  check (phone is not null or email is not null)
);
grant select, insert on customer to bolsillo_app;
grant update (password_hash, status, identity_state, language, open_auto_apply, phone, email) on customer to bolsillo_app;

-- A table of its own: checking it locks this row only, so orders and sign-ins never wait for each other.
create table trade_password (
  customer_id text primary key references customer (id),
  hash text not null,
  failures integer not null default 0,
  locked_until bigint,
  set_at bigint not null
);
grant select, insert, update on trade_password to bolsillo_app;

-- Devices a customer signed in on, known by the hash of a key the device keeps.
create table customer_device (
  customer_id text not null references customer (id),
  device_hash text not null,
  first_seen_at bigint not null,
  last_seen_at bigint not null,
  primary key (customer_id, device_hash)
);
create index customer_device_by_hash on customer_device (device_hash);
grant select, insert, update, delete on customer_device to bolsillo_app;

create table customer_session (
  id text primary key,
  customer_id text not null references customer (id),
  token_hash bytea not null unique,
  device_hash text,
  device text not null,
  address text not null,
  restricted boolean not null,
  created_at bigint not null,
  last_seen_at bigint not null,
  expires_at bigint not null,
  ended_at bigint,
  end_reason text
);
create index customer_session_live on customer_session (customer_id, created_at) where ended_at is null;
grant select, insert, delete on customer_session to bolsillo_app;
grant update (last_seen_at, ended_at, end_reason) on customer_session to bolsillo_app;

-- A code without a hash is a decoy: no text matches it. It is written where an account must not be revealed.
create table one_time_code (
  id text primary key,
  -- In the order they were made, which a clock that is set back does not keep.
  number bigint generated always as identity,
  address text not null,
  purpose text not null,
  code_hash bytea,
  tries integer not null default 0,
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint
);
create index one_time_code_by_address on one_time_code (address, created_at);
grant select, insert, delete on one_time_code to bolsillo_app;
grant update (tries, used_at) on one_time_code to bolsillo_app;

-- Failed attempts in a row, by account, by account and device, by network. Keys hold hashes of addresses.
create table sign_in_attempt (
  key text primary key,
  failures integer not null,
  last_at bigint not null,
  locked_until bigint not null
);
grant select, insert, update, delete on sign_in_attempt to bolsillo_app;

-- Solved captchas, until they would have expired: each is good once.
create table captcha_used (
  nonce text primary key,
  until bigint not null
);
grant select, insert, delete on captcha_used to bolsillo_app;

create table operator (
  id text primary key,
  account text not null unique,
  name text not null,
  password_hash text not null,
  roles text[] not null,
  created_at bigint not null
);
grant select, insert on operator to bolsillo_app;
grant update (password_hash) on operator to bolsillo_app;

create table operator_session (
  id text primary key,
  operator_id text not null references operator (id),
  token_hash bytea not null unique,
  created_at bigint not null,
  last_seen_at bigint not null,
  expires_at bigint not null,
  ended_at bigint
);
grant select, insert, delete on operator_session to bolsillo_app;
grant update (last_seen_at, ended_at) on operator_session to bolsillo_app;
