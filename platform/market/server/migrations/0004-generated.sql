-- What was generated says so (decision 87). Since when the market of a source is recorded here: said once, at its first
-- start; no role of ours can change it, and an act of the journal keeps it.
create table market_since (
  source text primary key,
  since_at bigint not null
);
grant select, insert on market_since to bolsillo_app;

-- An installation from before: the earliest stretch it recorded. Only the practice market has a past that was generated.
insert into market_since (source, since_at)
select 'simulated', min(from_at) from market_recording
where not exists (select 1 from market_day where source <> 'simulated')
having min(from_at) is not null;
select keep_rows('market_since', '{source}');

-- Of a stored day: how much of it was generated, whether the close before it was, and which of its quarters' closes.
alter table market_day
  add column generated text check (generated in ('whole', 'part')),
  add column previous_close_generated boolean not null default false,
  add column generated_quarters bigint[] not null default '{}';

-- Stored days do not say which of their minutes nobody saw. Those in which a process always ran have none of them; of the
-- rest we say that they may: rather a recorded figure marked than a generated one that is not.
with known as (
  select instrument_id, trade_date, quarter_starts,
    (extract(epoch from case
      when instrument_id like '%/%' then (trade_date - interval '7 hours') at time zone 'America/New_York'
      when instrument_id like '%-%' and instrument_id not like '%.%' then trade_date::timestamp at time zone 'UTC'
      else trade_date::timestamp at time zone 'America/New_York' end) * 1000)::bigint as start_at,
    (select max(to_at) from market_recording) + 60000 as seen_until
  from market_day where source = 'simulated'
), judged as (
  select known.*,
    exists (select 1 from market_recording where from_at <= start_at and start_at < to_at + 60000) as starts_seen,
    exists (
      select 1 from market_recording as run
      where run.from_at < start_at + 86400000 and run.to_at + 60000 > start_at
    ) as is_seen,
    exists (
      select 1 from market_recording as run
      where run.to_at + 60000 > start_at and run.to_at + 60000 < least(start_at + 86400000, seen_until)
        and not exists (
          select 1 from market_recording as next
          where next.from_at <= run.to_at + 60000 and next.to_at > run.to_at
        )
    ) as has_gap
  from known
)
update market_day as day set
  generated = case when not is_seen then 'whole' when not starts_seen or has_gap then 'part' end,
  previous_close_generated = not starts_seen,
  generated_quarters = array(
    select quarter from unnest(judged.quarter_starts) as quarter
    where not exists (select 1 from market_recording where from_at <= quarter and quarter < to_at + 60000)
    order by quarter)
from judged
where day.instrument_id = judged.instrument_id and day.trade_date = judged.trade_date;
