-- The state belongs to one place: with another BACKUP_URL, key or kind of backup it begins anew.
alter table backup_status
  -- A hash of what identifies the place. Null: written by an earlier release.
  add column place text,
  -- Earlier runs and rehearsals belong to former places.
  add column place_since timestamptz not null default now();
update backup_status s set place_since = coalesce((select min(r.started_at) from backup_runs r), s.started_at);
