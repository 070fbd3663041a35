-- News of the market, written by what is recorded of it: the facts only, each with the record it is from. The words follow
-- from the kind and the facts. A row never changes; a kind, an instrument and a session have one.
create table content_market_news (
  id text primary key check (id ~ '^art_'),
  kind text not null check (kind in ('large-move', 'liquidation-wave')),
  symbol text collate "C" not null,
  -- The trade date of a move; the first millisecond of the hour of a wave.
  session text not null check (session ~ '^[0-9-]{10,16}$'),
  happened_at bigint not null,
  written_at bigint not null check (written_at >= 0),
  facts jsonb not null check (octet_length(facts::text) <= 2000),
  unique (kind, symbol, session)
);
create index content_market_news_by_time on content_market_news (written_at desc, id collate "C" desc);
create index content_market_news_of_symbol on content_market_news (symbol, written_at desc);
grant select, insert on content_market_news to bolsillo_app;
select keep_rows('content_market_news', '{id}');
