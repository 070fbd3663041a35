-- Notices to devices go the way of every message (decision 126).
alter table message_outbox drop constraint message_outbox_channel_check,
  add constraint message_outbox_channel_check check (channel in ('email', 'sms', 'whatsapp', 'push'));
