-- Pictures that customers attach to their messages. Nothing here is ever changed: which picture, and what it is by its bytes,
-- as its owner gets it and as it is stored. The pictures themselves are sealed by the room that keeps files.
create table support_attachment (
  conversation_id text not null,
  customer_id text not null,
  no integer not null,
  place integer not null check (place between 1 and 3),
  file_id text not null unique references stored_file (id),
  bytes integer not null check (bytes > 0),
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  stored_hash text not null check (stored_hash ~ '^[0-9a-f]{64}$'),
  primary key (conversation_id, no, place),
  foreign key (conversation_id, no) references support_line (conversation_id, no),
  foreign key (conversation_id, customer_id) references support_conversation (id, customer_id)
);

create trigger insert_only before update or delete or truncate on support_attachment
  for each statement execute function support_refuse();

-- A picture belongs to the newest message of its own customer, was uploaded for support, and comes after the one before it.
create function support_attachment_fits() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
    select 1 from support_line as line
    where line.conversation_id = new.conversation_id and line.no = new.no and line.kind = 'message'
      and line.actor = new.customer_id
      and not exists (select 1 from support_line as later
        where later.conversation_id = line.conversation_id and later.no > line.no)
  ) then
    raise exception 'a picture of no message of its customer' using errcode = 'check_violation';
  end if;
  if not exists (
    select 1 from stored_file as file
    where file.id = new.file_id and file.customer_id = new.customer_id and file.purpose = 'support'
  ) then
    raise exception 'a picture of somebody else, or for something else' using errcode = 'check_violation';
  end if;
  if new.place <> 1 + (
    select count(*) from support_attachment as other
    where other.conversation_id = new.conversation_id and other.no = new.no
  ) then
    raise exception 'a picture out of its order' using errcode = 'check_violation';
  end if;
  return new;
end $$;
revoke all on function support_attachment_fits() from public;
create trigger attachment_fits before insert on support_attachment
  for each row execute function support_attachment_fits();

grant select, insert on support_attachment to bolsillo_app;
select guard_rows('support_attachment');
select keep_rows('support_attachment', '{conversation_id,no,place}');
