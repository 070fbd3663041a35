-- Devices that are sent notices. Where a device is and with which keys it reads is sealed with a key outside the database,
-- bound to the row and its customer: an edited row reaches nobody.
create table push_device (
  id text collate "C" primary key,
  customer_id text not null,
  session_id text not null,
  device_hash text,
  device text not null,
  service text not null,
  -- SHA-256 of the address, in hex. The newest row of an address is the one it belongs to, whoever added it.
  mark text not null check (mark ~ '^[0-9a-f]{64}$'),
  sealed bytea not null,
  added_at bigint not null
);
create index push_device_of_customer on push_device (customer_id, added_at);
create index push_device_by_mark on push_device (mark, added_at);
grant select, insert, delete on push_device to bolsillo_app;
select guard_rows('push_device');
-- Which devices a customer's notices went to decides who read them.
select keep_rows('push_device', '{id}');
