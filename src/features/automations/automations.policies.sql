alter table automations enable row level security;
alter table automation_versions enable row level security;
alter table automation_runs enable row level security;
alter table automation_run_steps enable row level security;
alter table automation_list_members enable row level security;
grant select, delete, insert (id, name, kind, definition, recipe), update (name, definition) on automations to authenticated;
grant select on automation_versions, automation_runs, automation_run_steps, automation_list_members to authenticated;

create policy "owners, admins, sales and content see automations" on automations for select to authenticated
  using ((select has_role('owner', 'admin', 'sales', 'content')));
create policy "owners and admins add automations" on automations for insert to authenticated
  with check ((select has_role('owner', 'admin')));
create policy "owners and admins change automations" on automations for update to authenticated
  using ((select has_role('owner', 'admin')));
create policy "owners and admins delete automations that were never published" on automations for delete to authenticated
  using ((select has_role('owner', 'admin')) and current_version is null);
create policy "owners, admins, sales and content see published automations" on automation_versions for select to authenticated
  using ((select has_role('owner', 'admin', 'sales', 'content')));
create policy "owners, admins and sales see who is in an automation" on automation_runs for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "a coach sees the automations of their contacts" on automation_runs for select to authenticated
  using (contact_id in (select my_contact_ids()));
create policy "owners, admins and sales see the steps of a contact" on automation_run_steps for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "a coach sees the steps of their contacts" on automation_run_steps for select to authenticated
  using (exists (select from automation_runs r where r.id = run_id and r.contact_id in (select my_contact_ids())));
create policy "owners and admins see who is in the list of an automation" on automation_list_members for select to authenticated
  using ((select has_role('owner', 'admin')));
