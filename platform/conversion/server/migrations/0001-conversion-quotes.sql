-- Quotes are facts: what was offered, made from which middle, good until when. Never changed, so insert-only.
create table conversion_quote (
  id text primary key,
  customer_id text not null,
  purse text not null check (purse in ('stock', 'coin', 'contract')),
  source_asset text not null,
  source_minor bigint not null check (source_minor > 0),
  target_asset text not null,
  target_minor bigint not null check (target_minor > 0),
  charge_minor bigint not null check (charge_minor >= 0 and charge_minor < source_minor),
  mid bigint not null check (mid > 0),
  mid_scale smallint not null,
  mid_source text not null,
  mid_sequence bigint not null,
  mid_at bigint not null,
  spread_bps integer not null check (spread_bps >= 0),
  quoted_at bigint not null,
  expires_at bigint not null check (expires_at > quoted_at),
  check (source_asset <> target_asset)
);

-- At most one execution of a quote, and it names the entry that moved the money.
create table conversion_execution (
  quote_id text primary key references conversion_quote (id),
  entry_id text not null unique,
  executed_at bigint not null
);

create index conversion_quote_by_customer on conversion_quote (customer_id, quoted_at desc);

grant select, insert on conversion_quote, conversion_execution to bolsillo_app;
