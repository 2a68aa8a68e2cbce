-- An advertisement waits for missing details of the advertiser.
alter table scheduled_messages drop constraint unknown_wait;
alter table scheduled_messages add constraint unknown_wait check (
  waits_because in ('daily_cap', 'weekly_cap', 'quiet_hours', 'no_advertiser'));
