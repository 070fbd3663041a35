-- The job of the room removes messages that ended long ago. What still waits cannot be removed by the running server,
-- whatever asks it to: a lost code or notice would leave no trace but its act.
create index message_outbox_ended on message_outbox (ended_at) where ended_at is not null;
grant delete on message_outbox to bolsillo_app;
create policy only_ended_leave on message_outbox as restrictive for delete using (ended_at is not null);
-- Taking the next ones reads them in their order, however many wait.
create index message_outbox_due on message_outbox (channel, has_code desc, next_try_at, id) where state = 'waiting';
drop index message_outbox_waiting;
