-- Where the firm can be visited. A version never changes; a publication is a version that two people decided to show.
create table location_place (
  id text primary key check (id ~ '^loc_')
);
create table location_version (
  place_id text not null references location_place,
  number integer not null check (number between 1 and 999),
  details jsonb not null check (octet_length(details::text) <= 8000),
  written_at bigint not null,
  written_by text not null,
  primary key (place_id, number)
);
create table location_publication (
  approval_id text primary key,
  place_id text not null,
  number integer not null,
  decided_at bigint not null,
  maker text not null,
  checker text not null check (checker <> maker),
  unique (place_id, number),
  foreign key (place_id, number) references location_version
);
create function location_refuse() returns trigger language plpgsql as $$
begin
  raise exception '% is insert-only: % refused', tg_table_name, lower(tg_op) using errcode = 'insufficient_privilege';
end $$;
create trigger insert_only before update or delete or truncate on location_place for each statement execute function location_refuse();
create trigger insert_only before update or delete or truncate on location_version for each statement execute function location_refuse();
create trigger insert_only before update or delete or truncate on location_publication for each statement execute function location_refuse();
grant select, insert on location_place, location_version, location_publication to bolsillo_app;
select keep_rows('location_place', '{id}');
select keep_rows('location_version', '{place_id,number}');
select keep_rows('location_publication', '{approval_id}');
