-- That somebody of the staff looked at the data of many customers within an hour: told to all others.
create table view_alarm (
  seq bigint generated always as identity primary key,
  operator_id text not null,
  customers integer not null,
  at bigint not null
);
create index view_alarm_by_time on view_alarm (at);
create index approval_of_customer on approval (customer_id, kind) where customer_id is not null;
grant select, insert on view_alarm to bolsillo_app;
select keep_rows('view_alarm', '{seq}');
