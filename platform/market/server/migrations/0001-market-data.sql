-- What the market of this installation did. Prints are kept for hours (they are behind the candles on the screen),
-- minutes for weeks, days for good. Prices, quantities and sums are integers in the instrument's own scales.

create table market_trade (
  instrument_id text collate "C" not null,
  traded_at bigint not null,
  sequence bigint not null,
  price bigint not null check (price > 0),
  quantity bigint not null check (quantity > 0),
  side "char",
  source text not null
);
create index market_trade_of_instrument on market_trade (instrument_id, traded_at);
-- Rows arrive in the order of time, so the few block ranges to clear are found without a second full index.
create index market_trade_by_age on market_trade using brin (traded_at) with (pages_per_range = 32);

create table market_minute (
  instrument_id text collate "C" not null,
  start_at bigint not null,
  open bigint not null,
  high bigint not null,
  low bigint not null,
  close bigint not null,
  volume bigint not null,
  turnover numeric(38, 0) not null,
  trades integer not null,
  primary key (instrument_id, start_at)
) with (fillfactor = 80);
create index market_minute_by_age on market_minute using brin (start_at);

create table market_day (
  instrument_id text collate "C" not null,
  trade_date date not null,
  open bigint not null,
  high bigint not null,
  low bigint not null,
  close bigint not null,
  previous_close bigint not null,
  volume bigint not null,
  turnover numeric(38, 0) not null,
  trades integer not null,
  -- Closes by the quarter of an hour: two lists of one length.
  quarter_starts bigint[] not null,
  quarter_closes bigint[] not null,
  -- The last event this row knows of: where a restart goes on.
  sequence bigint not null,
  source text not null,
  at bigint not null,
  -- The day is over and the minutes no process saw are folded in.
  complete boolean not null default false,
  primary key (instrument_id, trade_date)
) with (fillfactor = 50);

-- Stretches in which a process recorded this market. A minute in one of them is what was recorded, or nothing; a
-- minute in none of them is what the venue's history says.
create table market_recording (
  recording_no integer generated always as identity primary key,
  from_at bigint not null,
  to_at bigint not null check (to_at >= from_at)
);

grant select, insert, delete on market_trade to bolsillo_app;
grant select, insert, update, delete on market_minute to bolsillo_app;
grant select, insert, update on market_day to bolsillo_app;
grant select, insert, update on market_recording to bolsillo_app;
