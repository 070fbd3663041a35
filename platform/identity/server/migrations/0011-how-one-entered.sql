-- How a session was entered: by password or by passkey. The customer's own log says it of every change made in it. Sessions
-- of before do not know.
alter table customer_session add column entered_by text check (entered_by in ('password', 'passkey'));
