-- Customer accounts of people who work here (decision 88): known by their papers, shown to compliance and to themselves, and
-- published in sum. Written by triggers of the room of papers; never changed or taken off, also when the person leaves.
create table staff_account (
  customer_id text collate "C" primary key references customer (id),
  operator_id text not null,
  at bigint not null
);
create function staff_account_stays() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception 'accounts of staff stay what they are: % refused', lower(tg_op) using errcode = 'insufficient_privilege';
end $$;
create trigger stays before update or delete or truncate on staff_account
  for each statement execute function staff_account_stays();
grant select on staff_account to bolsillo_app;
grant select, insert on staff_account to bolsillo_ledger;
select keep_rows('staff_account', '{customer_id}');
select guard_rows('staff_account');
