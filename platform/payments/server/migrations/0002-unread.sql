-- What a rail told and is no event we know: kept as it came, shown to staff, never guessed at.
create table rail_unread (
  id text primary key,
  rail_id text not null,
  raw text not null,
  problem text not null,
  digest text not null,
  told_at bigint not null,
  unique (rail_id, digest)
);
create trigger insert_only before update or delete or truncate on rail_unread
  for each statement execute function payments_refuse();
grant select, insert on rail_unread to bolsillo_app;
