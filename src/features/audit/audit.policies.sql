alter table audit_log enable row level security;
revoke insert, update, delete, truncate on audit_log from service_role;
grant select on audit_log to authenticated;

create policy "owners and admins see who changed what" on audit_log for select to authenticated
  using ((select has_role('owner', 'admin')));

-- Readable for edit conflicts, which name the other editor, and for the bin, which names the deleting user.
create policy "staff see who changed the records they see" on audit_log for select to authenticated
  using ((select is_staff()) and not (select has_role('owner', 'admin')) and case entity
    when 'contacts' then exists (select from contacts r where r.id = entity_id::uuid)
    when 'contact_staff_details' then exists (select from contact_staff_details r where r.contact_id = entity_id::uuid)
    when 'households' then exists (select from households r where r.id = entity_id::uuid)
    when 'opportunities' then exists (select from opportunities r where r.id = entity_id::uuid)
    when 'tasks' then exists (select from tasks r where r.id = entity_id::uuid)
    when 'activities' then exists (select from activities r where r.id = entity_id::uuid)
    when 'files' then exists (select from files r where r.id = entity_id::uuid)
    else false
  end);
