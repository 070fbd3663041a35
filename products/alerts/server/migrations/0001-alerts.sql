-- What customers want to be notified of. Prices and levels are integers in the instrument's own scale; what a move
-- wants is hundredths of a percent.
create table price_alert (
  id text primary key,
  customer_id text not null,
  symbol text collate "C" not null,
  kind text not null,
  wanted bigint not null check (wanted > 0),
  -- Each arming has a number, the price it began at, the market's time then, and the levels that follow from them.
  arming integer not null check (arming > 0),
  reference bigint not null check (reference > 0),
  armed_at bigint not null,
  above bigint check (above > reference),
  below bigint check (below > 0 and below < reference),
  created_at bigint not null,
  -- The recorded print that it fired by; null while it is armed.
  fired_no bigint,
  fired_at bigint,
  fired_price bigint,
  fired_sequence bigint,
  fired_source text,
  -- Rises with each change, in the order in which changes are committed: they all lock the place first.
  change_no bigint not null,
  check (above is not null or below is not null),
  check (num_nulls(fired_no, fired_at, fired_price, fired_sequence, fired_source) in (0, 5)),
  check (fired_no is null or (fired_at > armed_at and (fired_price >= above or fired_price <= below)) is true)
);
create index price_alert_of_customer on price_alert (customer_id);
create index price_alert_by_change on price_alert (change_no);
create sequence price_alert_change;
select guard_rows('price_alert');
select keep_rows('price_alert', '{id}');

-- Up to which print alerts were compared with the market.
create table price_alert_place (
  only_row boolean primary key default true check (only_row),
  print_no bigint not null
);
insert into price_alert_place (print_no) values (0);

grant select, insert, update, delete on price_alert to bolsillo_app;
grant select, update on price_alert_place to bolsillo_app;
grant usage on sequence price_alert_change to bolsillo_app;
