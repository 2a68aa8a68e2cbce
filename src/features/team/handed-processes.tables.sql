-- Processes that a handover gave to the next coach, for its undo.
alter table handovers add column processes_to uuid, add column processes uuid[] not null default '{}';
