-- What clients see of tasks and files. Null: the staff only; 'client': the person of the row; 'household': their partner too.
alter table tasks
  add column shared_with text constraint task_shared_with_unknown check (shared_with in ('client', 'household')),
  -- The stage that brought it.
  add column stage_instance_id uuid references process_stage_instances (id) on delete set null,
  add column minutes integer constraint task_minutes_range check (minutes between 1 and 1440),
  add constraint shared_task_without_contact check (shared_with is null or contact_id is not null);
create index tasks_of_stage on tasks (stage_instance_id);

alter table files add column shared_with text constraint file_shared_with_unknown check (shared_with in ('client', 'household'));
