-- WhatsApp is a channel of its own.
alter table message_outbox drop constraint message_outbox_channel_check;
alter table message_outbox add constraint message_outbox_channel_check check (channel in ('email', 'sms', 'whatsapp'));
-- What a provider said of a message it had taken, with its signature: each fact once, and never changed. It leaves with its
-- message, and the running server can remove none by itself.
create table message_receipt (
  message_id text collate "C" not null references message_outbox (id) on delete cascade,
  fate text not null check (fate in ('delivered', 'undelivered')),
  received_at bigint not null,
  primary key (message_id, fate)
);
create index message_receipt_lately on message_receipt (received_at);
grant select, insert on message_receipt to bolsillo_app;
select keep_rows('message_receipt', '{message_id, fate}');
-- Whose a receipt is, its message says: who sees the one sees the other.
alter table message_receipt enable row level security;
create policy own_rows on message_receipt to bolsillo_app
  using (exists (select from message_outbox where message_outbox.id = message_receipt.message_id));
create policy all_rows on message_receipt to bolsillo_everyone, bolsillo_ledger using (true);
