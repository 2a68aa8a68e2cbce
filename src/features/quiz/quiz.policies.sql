alter table quizzes enable row level security;
alter table quiz_versions enable row level security;
alter table quiz_stage_actions enable row level security;
alter table quiz_attempts enable row level security;
alter table quiz_sealed_answers enable row level security;
alter table quiz_result_links enable row level security;
alter table quiz_deliveries enable row level security;
alter table quiz_reminders enable row level security;
alter table quiz_mailed_keys enable row level security;

-- Visitors cannot read these tables: the quiz pages call functions of the server.
grant select on quizzes, quiz_versions, quiz_stage_actions, quiz_attempts, quiz_sealed_answers, quiz_result_links, quiz_deliveries to authenticated;
grant update (title, status) on quizzes to authenticated;
grant update (tag_id, automation_id, opens_opportunity, task) on quiz_stage_actions to authenticated;

create policy "staff see the quizzes" on quizzes for select to authenticated using ((select is_staff()));
create policy "owners and admins change the quizzes" on quizzes for update to authenticated
  using ((select has_role('owner', 'admin')));
create policy "staff see the versions of quizzes" on quiz_versions for select to authenticated using ((select is_staff()));
create policy "staff see what follows a stage" on quiz_stage_actions for select to authenticated using ((select is_staff()));
create policy "owners and admins change what follows a stage" on quiz_stage_actions for update to authenticated
  using ((select has_role('owner', 'admin')));
create policy "owners, admins and sales see every attempt" on quiz_attempts for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "a coach sees the attempts of their contacts" on quiz_attempts for select to authenticated
  using (contact_id in (select my_contact_ids()));
create policy "only the server sees sealed answers of quizzes" on quiz_sealed_answers for select to authenticated using (false);
create policy "only the server sees the links of results" on quiz_result_links for select to authenticated using (false);
create policy "only the server sees the addresses of quiz reminders" on quiz_reminders for select to authenticated using (false);
create policy "only the server sees the keys of mailed quiz links" on quiz_mailed_keys for select to authenticated using (false);
create policy "only the server sees the mails of results" on quiz_deliveries for select to authenticated using (false);

create policy "owners and admins add videos to the stages of quizzes" on storage.objects for insert to authenticated
  with check (bucket_id = 'quiz-videos' and name ~ '^[0-9a-f-]{36}$' and (select has_role('owner', 'admin')));

grant select on quizzes, quiz_versions, quiz_stage_actions to service_role;
grant select, insert, update, delete on quiz_attempts, quiz_sealed_answers, quiz_result_links, quiz_deliveries, quiz_reminders to service_role;
grant select, insert, delete on quiz_mailed_keys to service_role;
