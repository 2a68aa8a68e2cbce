alter table tasks enable row level security;
grant select, delete on tasks to authenticated;
grant insert (id, name, due_date, due_at, status, user_id, contact_id, opportunity_id, type, priority),
  update (name, due_date, due_at, status, user_id, contact_id, opportunity_id, type, priority) on tasks to authenticated;

-- Excludes former staff, even if they are clients, and sessions without a required second factor.
create policy "a user sees their own tasks" on tasks for select to authenticated
  using (user_id = (select auth.uid()) and (select is_staff()));
create policy "owners and admins do everything with tasks" on tasks for all to authenticated
  using ((select has_role('owner', 'admin')));
create policy "sales see the tasks of every contact" on tasks for select to authenticated
  using ((select has_role('sales')) and contact_id is not null);
create policy "a coach sees the tasks of their contacts" on tasks for select to authenticated
  using (contact_id in (select my_contact_ids()));
create policy "content staff make tasks of their own" on tasks for insert to authenticated
  with check ((select has_role('content')) and user_id = (select auth.uid()) and contact_id is null and opportunity_id is null);
create policy "sales change the tasks of every contact" on tasks for update to authenticated
  using ((select has_role('sales')) and (contact_id is not null or user_id = (select auth.uid())));
create policy "a coach changes their own tasks and those of their contacts" on tasks for update to authenticated
  using ((select has_role('coach')) and (user_id = (select auth.uid()) or contact_id in (select my_contact_ids())))
  with check ((select has_role('coach')) and (contact_id is null or contact_id in (select my_contact_ids())
    or private.is_own_task_about(id, contact_id, opportunity_id)));
create policy "content staff change their own tasks" on tasks for update to authenticated
  using ((select has_role('content')) and user_id = (select auth.uid()))
  with check ((select has_role('content')) and user_id = (select auth.uid())
    and (contact_id is null and opportunity_id is null or private.is_own_task_about(id, contact_id, opportunity_id)));

grant insert (rrule), update (rrule, deleted_at) on tasks to authenticated;

-- Creators can follow tasks that they assigned to others.
create policy "staff see the tasks they made" on tasks for select to authenticated
  using (created_by = (select auth.uid()) and (select is_staff()));
create policy "staff change the tasks they made" on tasks for update to authenticated
  using (created_by = (select auth.uid()) and (select is_staff()))
  with check (created_by = (select auth.uid()) and (select is_staff()) and (user_id is null or is_colleague(user_id))
    and (contact_id is null or exists (select from contacts c where c.id = tasks.contact_id)));
create policy "sales make tasks for the staff" on tasks for insert to authenticated
  with check ((select has_role('sales')) and (user_id is null or is_colleague(user_id)));
create policy "a coach creates tasks, without a contact or for their contacts" on tasks for insert to authenticated
  with check ((select has_role('coach')) and (user_id is null or is_colleague(user_id))
    and (contact_id is null or contact_id in (select my_contact_ids())));
