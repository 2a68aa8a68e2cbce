alter table process_templates enable row level security;
alter table process_stages enable row level security;
alter table client_processes enable row level security;
alter table process_stage_instances enable row level security;

grant select, delete on process_templates, process_stages, client_processes, process_stage_instances to authenticated;
grant insert (id, name, description, is_active), update (name, description, is_active) on process_templates to authenticated;
grant insert (id, template_id, name, stage_order, description, stage_type, goal, completion_rule, default_days, is_skippable,
    visible_to_client, task_template),
  update (name, stage_order, description, stage_type, goal, completion_rule, default_days, is_skippable, visible_to_client,
    task_template) on process_stages to authenticated;
grant insert (id, contact_id, household_id, process_template_id, status, coach_id, started_on, target_end),
  update (household_id, status, coach_id, started_on, target_end) on client_processes to authenticated;
grant insert (id, client_process_id, process_stage_id, status, due_on, note),
  update (status, due_on, note, goal_target, goal_reached, goal_unit) on process_stage_instances to authenticated;

create policy "staff see the process templates" on process_templates for select to authenticated
  using ((select is_staff()));
create policy "a client sees the templates of their own processes" on process_templates for select to authenticated
  using (id in (select process_template_id from client_processes where client_processes.id in (select my_process_ids())));
create policy "owners and admins add process templates" on process_templates for insert to authenticated
  with check ((select has_role('owner', 'admin')));
create policy "owners and admins change process templates" on process_templates for update to authenticated
  using ((select has_role('owner', 'admin')));
create policy "owners and admins delete process templates" on process_templates for delete to authenticated
  using ((select has_role('owner', 'admin')));

create policy "staff see the stages of processes" on process_stages for select to authenticated
  using ((select is_staff()));
create policy "a client sees the stages of their processes meant for clients" on process_stages for select to authenticated
  using (visible_to_client and template_id in (
    select process_template_id from client_processes where client_processes.id in (select my_process_ids())));
create policy "owners and admins add stages to a draft of a process" on process_stages for insert to authenticated
  with check ((select has_role('owner', 'admin')) and template_id in (select id from process_templates where published_at is null));
create policy "owners and admins change stages of a draft" on process_stages for update to authenticated
  using ((select has_role('owner', 'admin')) and template_id in (select id from process_templates where published_at is null));
create policy "owners and admins delete stages of a draft" on process_stages for delete to authenticated
  using ((select has_role('owner', 'admin')) and template_id in (select id from process_templates where published_at is null));

create policy "a client sees their own processes" on client_processes for select to authenticated
  using (id in (select my_process_ids()));
create policy "owners, admins and sales see every process" on client_processes for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "a coach sees the processes of their contacts" on client_processes for select to authenticated
  using (contact_id in (select my_contact_ids()));
create policy "owners, admins and sales start processes" on client_processes for insert to authenticated
  with check ((select has_role('owner', 'admin', 'sales')));
create policy "a coach starts processes of their contacts" on client_processes for insert to authenticated
  with check (contact_id in (select my_contact_ids()));
create policy "owners and admins change every process" on client_processes for update to authenticated
  using ((select has_role('owner', 'admin')));
create policy "a coach changes the processes of their contacts" on client_processes for update to authenticated
  using (contact_id in (select my_contact_ids()));
create policy "owners and admins delete processes" on client_processes for delete to authenticated
  using ((select has_role('owner', 'admin')));

create policy "a client sees where they stand in the stages meant for clients" on process_stage_instances for select to authenticated
  using (client_process_id in (select my_process_ids()) and process_stage_id in (select id from process_stages where visible_to_client));
create policy "staff see the stages of the processes they see" on process_stage_instances for select to authenticated
  using ((select is_staff()) and client_process_id in (select id from client_processes));
create policy "owners, admins and sales lay out the stages of a process" on process_stage_instances for insert to authenticated
  with check ((select has_role('owner', 'admin', 'sales')));
create policy "a coach lays out the stages of the processes of their contacts" on process_stage_instances for insert to authenticated
  with check (client_process_id in (select id from client_processes where contact_id in (select my_contact_ids())));
create policy "owners and admins move every stage" on process_stage_instances for update to authenticated
  using ((select has_role('owner', 'admin')));
create policy "a coach moves the stages of their contacts" on process_stage_instances for update to authenticated
  using (client_process_id in (select id from client_processes where contact_id in (select my_contact_ids())));
create policy "owners and admins delete stages of a process" on process_stage_instances for delete to authenticated
  using ((select has_role('owner', 'admin')));
