-- What each player played: the report separates viewers of the broadcast from viewers of the recording.
alter table webinar_views add column watched int4multirange not null default '{}';
