-- A rate may be a cross of two pairs: every price a quote was made from has a row of its own. What the quote's own columns
-- mid_source, mid_sequence and mid_at say is of the first of them.
create table conversion_quote_tick (
  quote_id text not null references conversion_quote (id),
  place smallint not null check (place between 0 and 1),
  pair text not null check (pair ~ '^[A-Z0-9]+/[A-Z0-9]+$'),
  mid bigint not null check (mid > 0),
  scale smallint not null check (scale between 0 and 12),
  source text not null,
  sequence bigint not null,
  read_at bigint not null,
  primary key (quote_id, place)
);

-- Which amount was asked for exactly; what is below the smallest unit; and what the same would have come to in two steps
-- through a third currency, the worst other way here.
alter table conversion_quote
  add column exact text not null default 'target' check (exact in ('source', 'target')),
  add column pair text not null default 'USD/MXN',
  add column rounding_minor bigint not null default 0 check (rounding_minor >= 0),
  add column detour_via text,
  add column detour_source_minor bigint,
  add column detour_target_minor bigint,
  add constraint something_is_swapped check (charge_minor + rounding_minor < source_minor),
  add constraint detour_whole check (
    (detour_via is null) = (detour_source_minor is null) and (detour_via is null) = (detour_target_minor is null));

grant select, insert on conversion_quote_tick to bolsillo_app;
