-- The type of the event that started a run: whether its subject has ended depends on it. Events themselves are deleted after 13 months.
alter table automation_runs add column trigger_type text constraint run_trigger_form check (trigger_type ~ '^[a-z_]+\.[a-z_]+$');
update automation_runs r set trigger_type = e.type from domain_events e where e.id = r.trigger_event_id;
