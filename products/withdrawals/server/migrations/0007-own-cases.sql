-- Nobody of the staff decides about a withdrawal of their own, alone or with others (decision 88): known by their papers.
create function withdrawal_not_own() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  said constant jsonb := to_jsonb(new);
  about constant text := coalesce(said ->> 'customer_id',
    (select customer_id from withdrawal where id = said ->> 'withdrawal_id'));
  who text;
begin
  -- Of a hold that is there only who ends it decides anything.
  foreach who in array case tg_op when 'UPDATE' then array[said ->> 'ended_by']
    else array[said ->> 'actor', said ->> 'maker', said ->> 'checker'] end loop
    if who like 'opr\_%' and staff_owns(who, about) then
      raise exception 'nobody decides about a withdrawal of their own: %', said ->> 'withdrawal_id' using errcode = 'check_violation';
    end if;
  end loop;
  return new;
end $$;
create trigger not_own before insert on withdrawal_event for each row execute function withdrawal_not_own();
create trigger not_own before insert or update on withdrawal_hold for each row execute function withdrawal_not_own();
grant select on withdrawal to bolsillo_ledger;
alter function withdrawal_not_own() owner to bolsillo_ledger;
revoke all on function withdrawal_not_own() from public;
