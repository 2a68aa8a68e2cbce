-- What the event that started a run was about. Its messages can use the fields of this context. No foreign key: the run outlives the entity.
alter table automation_runs add column subject_type text, add column subject_id uuid,
  add constraint run_subject_is_whole check ((subject_type is null) = (subject_id is null)),
  add constraint run_subject_form check (subject_type ~ '^[a-z][a-z_]{1,39}$');
