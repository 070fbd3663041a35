-- Where a session of the console was opened: its owner sees it in the list of their own sessions.
alter table operator_session add column device text not null default '';
alter table operator_session add column address text not null default '';
create index operator_session_live on operator_session (operator_id, created_at) where ended_at is null;
