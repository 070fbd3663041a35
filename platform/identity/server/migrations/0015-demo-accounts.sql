-- Which customers the demo is made of (decision 88): left out of every public figure about customers, and shown as such to
-- whoever opens them. The one mark there is; it opens nothing and skips no check.
create table demo_account (
  customer_id text collate "C" primary key references customer (id),
  at bigint not null
);
-- Installations from before: the record of the registration by the seeding says who they are.
insert into demo_account (customer_id, at)
  select customer.id, customer.created_at from customer
  where id in (select subject from audit_found where actor = 'seeding' and action = 'identity.register');

-- Nobody else can be marked: only a customer who is registered in the same transaction, while a practice market is made and
-- before its demo is whole. Two at most.
create function demo_account_begins() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('demo_account'));
  if exists (select from installation where mode <> 'SIM' or demo_at is not null) then
    raise exception 'this installation makes no demo' using errcode = 'check_violation';
  end if;
  if not exists (
    select from customer where id = new.customer_id and customer.xmin::text::bigint = pg_current_xact_id()::text::bigint % 4294967296
  ) then
    raise exception 'customer % was there before, and is no account of the demo', new.customer_id using errcode = 'check_violation';
  end if;
  if (select count(*) from demo_account) >= 2 then
    raise exception 'the demo has its two customers' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger demo_account_begins before insert on demo_account
  for each row execute function demo_account_begins();

create function demo_account_stays() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception 'accounts of the demo stay what they are: % refused', lower(tg_op) using errcode = 'insufficient_privilege';
end $$;
create trigger stays before update or delete or truncate on demo_account
  for each statement execute function demo_account_stays();
grant select, insert on demo_account to bolsillo_app;
select keep_rows('demo_account', '{customer_id}');
