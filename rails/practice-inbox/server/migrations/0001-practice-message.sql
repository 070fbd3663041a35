-- What the practice market would have sent. There is no such table, and no code in clear, where the money is real.
create table practice_message (
  id text collate "C" primary key,
  address text not null,
  kind text not null,
  language text not null,
  title text not null,
  text text not null,
  code text,
  customer_id text,
  device_hash text,
  created_at bigint not null
);
create index practice_message_of_customer on practice_message (customer_id, id) where customer_id is not null;
create index practice_message_of_device on practice_message (device_hash, id) where customer_id is null;
grant select, insert on practice_message to bolsillo_app;
