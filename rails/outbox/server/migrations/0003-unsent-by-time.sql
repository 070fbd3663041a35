-- Staff list what waits, was refused or came too late, by its time, however many were sent.
create index message_outbox_unsent on message_outbox (state, coalesce(ended_at, created_at), id) where state <> 'sent';
create index message_outbox_sent on message_outbox (channel, ended_at) where state = 'sent';
