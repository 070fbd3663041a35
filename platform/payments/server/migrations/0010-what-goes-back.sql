-- Money that goes back where it came from: sent whatever hours, switches and limits of differences say.
alter table payout add column goes_back boolean not null default false;
