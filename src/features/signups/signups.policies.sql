alter table signups enable row level security;
grant select on signups to authenticated;

create policy "owners, admins and sales see who joined what" on signups for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "a coach sees what their contacts joined" on signups for select to authenticated
  using (contact_id in (select my_contact_ids()));
