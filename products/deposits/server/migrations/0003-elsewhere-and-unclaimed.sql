-- Held money whose origin cannot be paid goes to another account of the same payer: what two people agreed on, and the
-- instant before which nothing is sent. The wait is held here too, whatever the program believes.
create table deposit_elsewhere (
  id text primary key,
  deposit_id text not null references deposit (id),
  -- As rails write where money came from, and the holder as the rail named the payer.
  account text not null,
  holder text not null,
  document_hash text not null check (document_hash ~ '^[0-9a-f]{64}$'),
  reason text not null,
  approval_id text not null unique,
  maker text not null,
  checker text not null check (checker <> maker),
  decided_at bigint not null,
  due_at bigint not null check (due_at >= decided_at + 259200000)
);
create index deposit_elsewhere_of on deposit_elsewhere (deposit_id);
create table deposit_elsewhere_end (
  elsewhere_id text primary key references deposit_elsewhere (id),
  -- `overtaken`: the money was matched, went back otherwise, or the account is no longer fit when its day comes.
  outcome text not null check (outcome in ('sent', 'stopped', 'overtaken')),
  -- `opr_…` or `deposits`.
  actor text not null,
  -- The return that was made of it.
  return_id text unique references deposit_return (id),
  at bigint not null,
  check ((outcome = 'sent') = (return_id is not null))
);

create function deposit_keep_elsewhere_wait() returns trigger language plpgsql as $$
begin
  if new.outcome = 'sent' and new.at < (select due_at from deposit_elsewhere where id = new.elsewhere_id) then
    raise exception '% is sent before its day', new.elsewhere_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger keep_wait before insert on deposit_elsewhere_end
  for each row execute function deposit_keep_elsewhere_wait();

-- Held money nobody claims and that cannot go back rests, as owed as before, until it is looked at again. It is nobody
-- else's: no move takes it anywhere but to whom it is found to belong, or back.
create table deposit_unclaimed (
  approval_id text primary key,
  deposit_id text not null references deposit (id),
  reason text not null,
  actor text not null,
  decided_at bigint not null,
  review_at bigint not null check (review_at > decided_at)
);
create index deposit_unclaimed_of on deposit_unclaimed (deposit_id, decided_at);

do $$
declare name text;
begin
  foreach name in array array['deposit_elsewhere', 'deposit_elsewhere_end', 'deposit_unclaimed'] loop
    execute format('create trigger insert_only before update or delete or truncate on %I
      for each statement execute function deposit_refuse()', name);
  end loop;
end $$;
grant select, insert on deposit_elsewhere, deposit_elsewhere_end, deposit_unclaimed to bolsillo_app;
