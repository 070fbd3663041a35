-- What was armed since a change is looked for every second; what fired since then is not read for it.
drop index price_alert_by_change;
create index price_alert_by_change on price_alert (change_no) where fired_no is null;
