-- Two people are two people (decision 81): who of the staff is whom, by papers, keys and devices, and from when on they
-- may do anything.
alter table operator
  -- The customer account of the person: staff are identified as customers are. Null for those before this, and for those
  -- an act on the server made.
  add column person text references customer (id),
  -- Roles that do not count yet, and from when on they do; null: nobody has confirmed yet who accepted.
  add column waiting_roles text[] not null default '{}',
  add column powers_from bigint default 0,
  -- The roles that are left from `change_due` on (none: the account ends), where taking them at once is not allowed.
  add column change_roles text[],
  add column change_due bigint,
  add check ((change_roles is null) = (change_due is null));
alter table operator alter column powers_from drop default;
grant update (waiting_roles, powers_from, change_roles, change_due) on operator to bolsillo_app;

-- Only the first two accounts of an installation may do anything at once. Whoever inserts a further one: it waits.
create function operator_begins() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('operator_begins'));
  if (select count(*) from operator) >= 2 then
    new.powers_from := null;
    new.waiting_roles := new.roles;
  else
    new.powers_from := new.created_at;
    new.waiting_roles := '{}';
  end if;
  return new;
end $$;
create trigger operator_begins before insert on operator for each row execute function operator_begins();

alter table operator_invitation
  add column person text references customer (id),
  add column maker text,
  add column approver text,
  -- Made on the server while there were two accounts already.
  add column is_root boolean not null default false,
  -- Keyed hash of the number on the invitee's screen, and how often a wrong one was typed.
  add column number_hash bytea,
  add column number_until bigint,
  add column number_tries integer not null default 0,
  add column confirmed_by text,
  add column confirmed_at bigint;
grant update (number_hash, number_until, number_tries, confirmed_by, confirmed_at) on operator_invitation to bolsillo_app;

-- The model a passkey says its device is of (AAGUID); devices may say nothing, which is all zeros.
alter table passkey add column model text;

-- Every passkey somebody of the staff ever had. Never removed: a key that was used for one account is known on another.
create table operator_key (
  operator_id text not null,
  key_hash bytea not null,
  credential_id text not null,
  model text,
  at bigint not null,
  primary key (operator_id, key_hash)
);
create index operator_key_by_hash on operator_key (key_hash);
grant select on operator_key to bolsillo_app, bolsillo_ledger;
grant insert on operator_key to bolsillo_ledger;
insert into operator_key (operator_id, key_hash, credential_id, model, at)
  select owner, sha256(public_key), credential_id, null, created_at from passkey where owner ~ '^opr_'
  on conflict do nothing;

create function operator_key_kept() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (
    select from operator_key join operator on operator.id = operator_id and ended_at is null
    where operator_id <> new.owner and (key_hash = sha256(new.public_key) or credential_id = new.credential_id)
  ) then
    raise exception 'this key is of somebody else of the staff' using errcode = 'check_violation';
  end if;
  insert into operator_key (operator_id, key_hash, credential_id, model, at)
    values (new.owner, sha256(new.public_key), new.credential_id, new.model, new.created_at) on conflict do nothing;
  return new;
end $$;
create trigger operator_key_kept before insert on passkey
  for each row when (new.owner ~ '^opr_') execute function operator_key_kept();

-- The devices staff signed in on and were accepted on. Two accounts on one device are one person for as long as both
-- rows count; for good where one of them was accepted there.
create table operator_device (
  operator_id text not null,
  device_hash text not null,
  is_acceptance boolean not null,
  counts_until bigint not null,
  primary key (operator_id, device_hash)
);
create index operator_device_by_hash on operator_device (device_hash);
grant select, insert on operator_device to bolsillo_app;
grant update (is_acceptance, counts_until) on operator_device to bolsillo_app;
grant select on operator_device to bolsillo_ledger;

-- The numbers of the papers staff are known by, as keyed hashes.
create table operator_paper (
  operator_id text not null,
  mark bytea not null,
  primary key (operator_id, mark)
);
create index operator_paper_by_mark on operator_paper (mark);
grant select, insert on operator_paper to bolsillo_app;
grant select on operator_paper, operator to bolsillo_ledger;

-- What everybody of the staff is told: who is let in, with which powers, from when on. Never changed or removed.
create table staff_announcement (
  number bigint generated always as identity primary key,
  at bigint not null,
  kind text not null check (kind in ('invited', 'powers', 'removal', 'removed', 'root-invitation')),
  operator_id text not null,
  account text not null,
  name text not null,
  roles text[] not null,
  from_at bigint,
  -- When it was sent to the staff's own addresses.
  told_at bigint
);
create index staff_announcement_untold on staff_announcement (number) where told_at is null;
grant select, insert, update (told_at) on staff_announcement to bolsillo_app;
create function staff_announcement_stays() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    if old.told_at is null and to_jsonb(old) - 'told_at' = to_jsonb(new) - 'told_at' then return new; end if;
  end if;
  raise exception 'announcements stay' using errcode = 'insufficient_privilege';
end $$;
create trigger stays before update or delete on staff_announcement
  for each row execute function staff_announcement_stays();

-- Why two accounts are one person, if they are.
create function staff_one_person(one text, other text, at bigint) returns text
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select case
    when one = other then 'account'
    when exists (
      select from operator_key a join operator_key b on b.key_hash = a.key_hash or b.credential_id = a.credential_id
      where a.operator_id = one and b.operator_id = other
    ) then 'authenticator'
    when exists (
      select from operator_paper a join operator_paper b using (mark) where a.operator_id = one and b.operator_id = other
    ) or exists (
      select from operator a join operator b using (person) where a.id = one and b.id = other
    ) then 'papers'
    when exists (
      select from operator_device a join operator_device b using (device_hash)
      where a.operator_id = one and b.operator_id = other and (a.is_acceptance or b.is_acceptance)
    ) then 'acceptance'
    when exists (
      select from operator_device a join operator_device b using (device_hash)
      where a.operator_id = one and b.operator_id = other and a.counts_until > at and b.counts_until > at
    ) then 'device'
  end
$$;

-- Whether an account has no power yet: none of its roles counts.
create function staff_waits(asked text, at bigint) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select coalesce((
    select coalesce(powers_from, at + 1) > at and roles <@ waiting_roles from operator where id = asked
  ), false)
$$;
revoke all on function staff_one_person(text, text, bigint), staff_waits(text, bigint), operator_key_kept() from public;
grant execute on function staff_one_person(text, text, bigint), staff_waits(text, bigint) to bolsillo_app, bolsillo_ledger;
alter function operator_key_kept() owner to bolsillo_ledger;

select keep_rows('operator_key', '{operator_id, key_hash}');
select keep_rows('operator_device', '{operator_id, device_hash}');
select keep_rows('operator_paper', '{operator_id, mark}');
select keep_rows('staff_announcement', '{number}', '{told_at}');
