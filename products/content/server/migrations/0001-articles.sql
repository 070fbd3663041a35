-- What the firm publishes. A version never changes; a publication is a version from a time on, decided by two people.
create table content_article (
  id text primary key check (id ~ '^art_'),
  kind text not null check (kind in ('notice', 'news'))
);
create table content_version (
  article_id text not null references content_article,
  number integer not null check (number between 1 and 999),
  audience text not null check (audience in ('everybody', 'customers')),
  is_pinned boolean not null,
  symbols text[] not null check (cardinality(symbols) <= 5),
  words jsonb not null check (octet_length(words::text) <= 80000),
  written_at bigint not null,
  written_by text not null,
  primary key (article_id, number)
);
create table content_publication (
  approval_id text primary key,
  article_id text not null,
  number integer not null,
  publish_at bigint not null,
  decided_at bigint not null check (publish_at >= decided_at),
  maker text not null,
  checker text not null check (checker <> maker),
  unique (article_id, number),
  foreign key (article_id, number) references content_version
);
create index content_publication_time on content_publication (publish_at);
grant select, insert on content_article, content_version, content_publication to bolsillo_app;
select keep_rows('content_article', '{id}');
select keep_rows('content_version', '{article_id,number}');
select keep_rows('content_publication', '{approval_id}');

-- Which versions of notices a customer has read. It decides nothing.
create table content_read (
  customer_id text not null,
  article_id text not null,
  number integer not null,
  primary key (customer_id, article_id, number),
  foreign key (article_id, number) references content_version
);
grant select, insert on content_read to bolsillo_app;
select guard_rows('content_read');
