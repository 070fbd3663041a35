-- A legal hold of somebody who was held before names a document of an authority, once: its SHA-256, and what it is called.
alter table withdrawal_hold
  add column document_hash text check (document_hash ~ '^[0-9a-f]{64}$'),
  add column document_name text check (length(document_name) between 1 and 120),
  add check ((document_hash is null) = (document_name is null)),
  add check (legal or document_hash is null);
create unique index withdrawal_hold_document on withdrawal_hold (customer_id, document_hash) where document_hash is not null;

create function withdrawal_hold_once() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.legal and new.document_hash is null
    and exists (select from withdrawal_hold where customer_id = new.customer_id and legal) then
    raise exception 'a customer is held again only by a document of an authority';
  end if;
  if not new.legal and (select returned from withdrawal where id = new.withdrawal_id) then
    raise exception 'what goes back where it came from is held by nobody';
  end if;
  return new;
end $$;
create trigger withdrawal_hold_once before insert on withdrawal_hold
  for each row execute function withdrawal_hold_once();

-- One person refuses a customer once. What goes back where it came from is refused by nobody, and all else leaves by two people.
create function withdrawal_review_rules() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.state <> 'under-review' or new.state = old.state then return new; end if;
  if new.state = 'fail' then
    if new.returned then raise exception 'what goes back where it came from is refused by nobody'; end if;
    if new.approval_id is null and exists (
      select from withdrawal_event refused join withdrawal past on past.id = refused.withdrawal_id
      where past.customer_id = new.customer_id and refused.what = 'refuse' and past.id <> new.id
    ) then
      raise exception 'a customer is refused again only by two people';
    end if;
  end if;
  if new.state = 'doing' and new.approval_id is null and not new.returned then
    raise exception 'a withdrawal is accepted by two people';
  end if;
  return new;
end $$;
create trigger withdrawal_review before update on withdrawal
  for each row execute function withdrawal_review_rules();

-- Which changes for the worse customers were told of one by one, and how far that is.
create table terms_notice (
  change_seq bigint primary key,
  begun_at bigint not null,
  -- Customers are told in the order of their ids; the last one told, or nobody yet.
  last_customer text collate "C" not null default '',
  told bigint not null default 0,
  done_at bigint
);
grant select, insert on terms_notice to bolsillo_app;
grant update (last_customer, told, done_at) on terms_notice to bolsillo_app;
select keep_rows('terms_notice', '{change_seq}');
