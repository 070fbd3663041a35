-- What arrived of a payment of which two people booked another amount than was asked for; null: what was asked for. No more
-- than what arrived can come back.
alter table payout_state add column arrived_minor bigint check (arrived_minor > 0);

-- What was booked before from what the rail reported.
update payout_state as state set arrived_minor = event.minor
from payout, rail_event as event join rail_event_state as handed on handed.event_id = event.id
where payout.id = state.payout_id and state.state = 'confirmed'
  and event.about = payout.id and event.kind = 'payout-confirmed' and handed.state = 'done'
  and event.asset = payout.asset and event.minor <> payout.minor;
