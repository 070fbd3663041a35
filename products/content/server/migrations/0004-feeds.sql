-- Feeds of other publishers. What two people decided of a feed never changes: the last of it counts. One person pauses that; only
-- two people decide the next.
create table content_feed (
  id text primary key check (id ~ '^fed_')
);
create table content_feed_terms (
  approval_id text primary key,
  feed_id text not null references content_feed,
  number integer not null check (number between 1 and 999),
  name text not null check (char_length(name) between 1 and 60),
  address text not null check (address ~ '^https://' and octet_length(address) <= 500),
  language text not null check (language in ('es-ES', 'en-US', 'pt-BR')),
  every_minutes integer not null check (every_minutes between 15 and 1440),
  decided_at bigint not null,
  maker text not null,
  checker text not null check (checker <> maker),
  unique (feed_id, number)
);
create table content_feed_pause (
  feed_id text not null,
  number integer not null,
  paused_at bigint not null,
  paused_by text not null,
  reason text not null check (reason ~ '^[a-z][a-z-]{1,59}$'),
  primary key (feed_id, number),
  foreign key (feed_id, number) references content_feed_terms (feed_id, number)
);
-- What a feed published, each as it was fetched: plain words, where it leads, and the hash of the document it was in.
create table content_feed_item (
  id text primary key check (id ~ '^art_'),
  feed_id text not null references content_feed,
  guid text collate "C" not null check (octet_length(guid) between 1 and 300),
  -- What the feed said, or when it was first fetched: never after that.
  published_at bigint not null,
  unique (feed_id, guid),
  unique (id, feed_id)
);
create index content_feed_item_by_time on content_feed_item (published_at desc, id collate "C" desc);
create table content_feed_version (
  item_id text not null,
  number integer not null check (number between 1 and 20),
  feed_id text not null,
  -- What was decided of the feed when it was fetched.
  terms_number integer not null,
  title text not null check (char_length(title) between 1 and 200),
  summary text not null check (char_length(summary) <= 600),
  link text not null check (link ~ '^https://([A-Za-z0-9-]{1,63}[.])+[A-Za-z]{2,63}([/?#][!-~]*)?$' and octet_length(link) <= 1000),
  said_at bigint check (said_at between 0 and fetched_at),
  symbols text[] not null check (cardinality(symbols) <= 5),
  fetched_at bigint not null,
  -- The address the document came from, after redirects.
  fetched_from text not null check (fetched_from ~ '^https://' and octet_length(fetched_from) <= 500),
  body_hash text not null check (body_hash ~ '^[0-9a-f]{64}$'),
  primary key (item_id, number),
  foreign key (item_id, feed_id) references content_feed_item (id, feed_id),
  foreign key (feed_id, terms_number) references content_feed_terms (feed_id, number)
);
create index content_feed_version_by_time on content_feed_version (feed_id, fetched_at desc);
create function content_feed_refuse() returns trigger language plpgsql as $$
begin
  raise exception '% is insert-only: % refused', tg_table_name, lower(tg_op) using errcode = 'insufficient_privilege';
end $$;
create trigger insert_only before update or delete or truncate on content_feed
  for each statement execute function content_feed_refuse();
create trigger insert_only before update or delete or truncate on content_feed_terms
  for each statement execute function content_feed_refuse();
create trigger insert_only before update or delete or truncate on content_feed_pause
  for each statement execute function content_feed_refuse();
create trigger insert_only before update or delete or truncate on content_feed_item
  for each statement execute function content_feed_refuse();
create trigger insert_only before update or delete or truncate on content_feed_version
  for each statement execute function content_feed_refuse();
grant select, insert on content_feed, content_feed_terms, content_feed_pause, content_feed_item, content_feed_version
  to bolsillo_app;
select keep_rows('content_feed', '{id}');
select keep_rows('content_feed_terms', '{approval_id}');
select keep_rows('content_feed_pause', '{feed_id,number}');
select keep_rows('content_feed_item', '{id}');
select keep_rows('content_feed_version', '{item_id,number}');

-- When a feed is fetched next, and what the last fetch came to. It decides nothing that is shown.
create table content_feed_state (
  feed_id text primary key references content_feed,
  -- What was decided of the feed when the rest was written.
  terms_number integer not null,
  tried_at bigint,
  fetched_at bigint,
  next_at bigint not null,
  failures integer not null check (failures >= 0),
  problem text,
  status integer,
  left_out integer not null check (left_out >= 0),
  etag text check (octet_length(etag) <= 200),
  last_modified text check (octet_length(last_modified) <= 200)
);
grant select, insert, update on content_feed_state to bolsillo_app;
