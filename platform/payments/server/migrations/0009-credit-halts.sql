-- What we owe of an asset is above what we hold: nothing of it is credited until it is not so any more. Found and ended by
-- the comparison alone; there is no other way to write either.
create table credit_halt (
  id text primary key,
  asset text not null,
  owed_minor numeric(39, 0) not null,
  held_minor numeric(39, 0) not null,
  from_at bigint not null,
  check (owed_minor > held_minor)
);
create table credit_halt_end (
  halt_id text primary key references credit_halt (id),
  owed_minor numeric(39, 0) not null,
  held_minor numeric(39, 0) not null,
  at bigint not null
);
do $$
declare name text;
begin
  foreach name in array array['credit_halt', 'credit_halt_end'] loop
    execute format('create trigger insert_only before update or delete or truncate on %I
      for each statement execute function payments_refuse()', name);
  end loop;
end $$;
grant select, insert on credit_halt, credit_halt_end to bolsillo_app;
select keep_rows('credit_halt', '{id}');
select keep_rows('credit_halt_end', '{halt_id}');
