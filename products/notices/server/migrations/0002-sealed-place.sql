-- The place as the server wrote it, sealed by a key that is not in the database: a place somebody else moved on would leave
-- out what happened in between, and nothing else would say so.
alter table notice_place add column seal bytea;
