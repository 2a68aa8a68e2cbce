alter table form_former_answers enable row level security;
alter table form_change_drafts enable row level security;

grant insert (allows_changes), update (allows_changes) on forms to authenticated;

-- All columns except the encrypted ones.
grant select (submission_id, number, answers, given_at, replaced_at) on form_former_answers to authenticated;
create policy "former answers are seen with their submission" on form_former_answers for select to authenticated
  using (exists (select from form_submissions s where s.id = form_former_answers.submission_id));
create policy "only the server sees drafts of changes" on form_change_drafts for select to authenticated using (false);

-- Previous answers are immutable.
grant select, insert on form_former_answers to service_role;
grant select, insert, update, delete on form_change_drafts to service_role;
