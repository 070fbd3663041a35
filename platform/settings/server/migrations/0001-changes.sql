-- Every change of a setting ever made. The value in force at an instant is the latest one effective by then; before
-- the first, the default the program declares.
create table setting_change (
  seq bigint generated always as identity primary key,
  key text not null,
  value jsonb not null,
  effective_at bigint not null,
  changed_at bigint not null,
  actor text not null,
  reason text not null check (length(reason) between 3 and 200),
  check (effective_at >= changed_at)
);

create function setting_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'the history of settings is insert-only: % refused', lower(tg_op)
    using errcode = 'insufficient_privilege';
end $$;
create trigger insert_only before update or delete or truncate on setting_change
  for each statement execute function setting_refuse();

grant select, insert on setting_change to bolsillo_app;
