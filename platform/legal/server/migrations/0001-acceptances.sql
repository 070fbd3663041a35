-- Which version of a document a customer accepted, with the hash of the text they were shown. Never changed and never removed:
-- nobody accepts for somebody else afterwards, and nobody edits what was accepted.
create table document_acceptance (
  number bigint generated always as identity primary key,
  customer_id text not null,
  document text not null check (document in ('privacy', 'disclaimer')),
  version text not null check (version ~ '^[1-9][0-9]{0,4}\.(0|[1-9][0-9]{0,5})$'),
  language text not null check (language in ('es-ES', 'en-US', 'pt-BR')),
  -- SHA-256 of the text in that language.
  text_hash text not null check (text_hash ~ '^[0-9a-f]{64}$'),
  accepted_at bigint not null,
  unique (customer_id, document, version)
);

create function document_acceptance_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'acceptances are insert-only: % refused', lower(tg_op)
    using errcode = 'insufficient_privilege';
end $$;
create trigger insert_only before update or delete or truncate on document_acceptance
  for each statement execute function document_acceptance_refuse();

grant select, insert on document_acceptance to bolsillo_app;
-- Rows that decide something leave acts (decision 70).
select keep_rows('document_acceptance', '{number}');
-- Rows of customers: a call of one sees no other's (decision 85).
select guard_rows('document_acceptance');
