-- Who asked for a message: the browser, by the hash of its cookie, and the session. A code is shown to nobody else.
alter table practice_message add column holder_hash text, add column session_id text;
