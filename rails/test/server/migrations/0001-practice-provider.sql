-- The books of a made-up bank and of made-up chains: what people paid, what was paid out, and what the provider told of
-- it. They are the provider's, not ours: nothing here is ever credited by itself.

-- One row a provider: whoever advances it holds it, so that what is told stands in the order it was told.
create table practice_provider (
  rail_id text primary key
);

-- A payment on its way. `next_at` is when the next thing happens to it; null once nothing will.
create table practice_movement (
  no bigint generated always as identity primary key,
  rail_id text not null,
  direction text not null check (direction in ('in', 'out')),
  asset text not null,
  minor bigint not null check (minor > 0),
  target text not null,
  party_name text not null,
  party_account text not null,
  payout_id text unique,
  fails boolean not null default false,
  needed integer not null check (needed >= 1),
  step integer not null default 0,
  step_ms bigint not null check (step_ms > 0),
  made_at bigint not null,
  next_at bigint
);
create index practice_movement_due on practice_movement (rail_id, next_at, no) where next_at is not null;

-- What the provider's interface lists, oldest first.
create table practice_payload (
  seq bigint generated always as identity primary key,
  rail_id text not null,
  payload text not null,
  at bigint not null
);
create index practice_payload_of_rail on practice_payload (rail_id, seq);

-- The provider's statement.
create table practice_line (
  seq bigint generated always as identity primary key,
  rail_id text not null,
  external_id text not null,
  direction text not null check (direction in ('in', 'out')),
  asset text not null,
  minor bigint not null check (minor > 0),
  at bigint not null,
  reverses text
);
create index practice_line_of_rail on practice_line (rail_id, at);

grant select, insert, update on practice_provider, practice_movement to bolsillo_app;
grant select, insert on practice_payload, practice_line to bolsillo_app;
