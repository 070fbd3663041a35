-- Proofs of what customers are owed. A proof is its statement, word for word as it was signed, and the nodes of its
-- trees in tiles of 256, so that a customer's path is a few look-ups and not a tree anew.
create table liability_proof (
  number integer primary key check (number > 0),
  made_at bigint not null,
  journal_seq bigint not null check (journal_seq > 0),
  journal_hash bytea not null check (octet_length(journal_hash) = 32),
  statement text not null,
  hash bytea not null check (hash = sha256(convert_to(statement, 'UTF8'))),
  previous bytea not null check (octet_length(previous) = 32),
  signing_key text not null,
  signature text not null
);

-- base 0 holds leaves, 8 the nodes eight levels up, and so on; nodes are 48 bytes: hash, then sum.
-- Tiles are written before the proof that names their roots, in one transaction, so that one tree is in memory at a time.
create table liability_tile (
  number integer not null references liability_proof (number) deferrable initially deferred,
  asset text collate "C" not null,
  base smallint not null check (base >= 0 and base % 8 = 0),
  place integer not null check (place >= 0),
  first_hash bytea not null check (first_hash = substring(nodes for 32)),
  nodes bytea not null check (octet_length(nodes) between 48 and 12288 and octet_length(nodes) % 48 = 0),
  primary key (number, asset, base, place)
);
create unique index liability_leaf_tile on liability_tile (number, asset, first_hash) where base = 0;

-- Who checked, and what they found: once for each proof and finding.
create table liability_check (
  number integer not null references liability_proof (number),
  customer_id text collate "C" not null check (customer_id like 'cus\_%'),
  sound boolean not null,
  checked_at bigint not null,
  primary key (number, sound, customer_id)
);

create function liability_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'proofs are insert-only: % of % refused', lower(tg_op), tg_table_name
    using errcode = 'insufficient_privilege';
end $$;
create trigger insert_only before update or delete or truncate on liability_proof
  for each statement execute function liability_refuse();
create trigger insert_only before update or delete or truncate on liability_tile
  for each statement execute function liability_refuse();
create trigger insert_only before update or delete or truncate on liability_check
  for each statement execute function liability_refuse();

-- Proofs are numbered without gaps, each over the one before and of a head of the journal no older than its.
create function liability_follows() returns trigger language plpgsql as $$
declare
  last liability_proof;
begin
  select * into last from liability_proof order by number desc limit 1;
  if new.number <> coalesce(last.number, 0) + 1
    or new.previous <> coalesce(last.hash, decode(repeat('00', 32), 'hex'))
    or new.journal_seq < coalesce(last.journal_seq, 0) then
    raise exception 'proof % does not follow proof %', new.number, coalesce(last.number, 0)
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger follows before insert on liability_proof for each row execute function liability_follows();

grant select, insert on liability_proof, liability_tile, liability_check to bolsillo_app;
