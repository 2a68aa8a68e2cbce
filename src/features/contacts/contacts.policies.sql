select private.create_union_view('contact_access');

alter table households enable row level security;
alter table contacts enable row level security;
alter table contact_points enable row level security;
alter table contact_staff_details enable row level security;

grant select, delete on households, contacts, contact_points to authenticated;
grant select, update (call_basis, call_basis_at, call_basis_note, dnc_checked_at, custom) on contact_staff_details to authenticated;
grant insert (id, name, address, notes), update (name, address, notes, deleted_at) on households to authenticated;
grant insert (id, household_id, household_role, first_name, last_name, gender_form, birth_date, lifecycle, do_not_contact,
  owner_id, source) on contacts to authenticated;
grant update (household_id, household_role, first_name, last_name, gender_form, birth_date, lifecycle, do_not_contact,
  owner_id, source, deleted_at) on contacts to authenticated;
grant insert (id, contact_id, kind, value_raw, value_norm, is_primary, shared_in_household),
  update (kind, value_raw, value_norm, is_primary, shared_in_household) on contact_points to authenticated;

create policy "owners, admins and sales see every contact" on contacts for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "owners, admins and sales add contacts" on contacts for insert to authenticated
  with check ((select has_role('owner', 'admin', 'sales')));
create policy "owners and admins change contacts, also into the bin" on contacts for update to authenticated
  using ((select has_role('owner', 'admin')));
create policy "owners and admins delete contacts" on contacts for delete to authenticated
  using ((select has_role('owner', 'admin')));
create policy "sales change contacts and cannot delete them" on contacts for update to authenticated
  using ((select has_role('sales')) and deleted_at is null)
  with check ((select has_role('sales')) and deleted_at is null);

-- owner_id in addition to my_contact_ids(): the function does not see a row inserted by the same statement.
create policy "a coach sees their own and assigned contacts" on contacts for select to authenticated
  using (id in (select my_contact_ids()) or ((select has_role('coach')) and owner_id = (select auth.uid())));
create policy "a coach adds contacts of their own" on contacts for insert to authenticated
  with check ((select has_role('coach')) and owner_id = (select auth.uid()) and may_move_into(household_id));
create policy "a coach changes their own and assigned contacts and cannot delete them" on contacts for update to authenticated
  using (id in (select my_contact_ids()) and deleted_at is null)
  with check (id in (select my_contact_ids()) and deleted_at is null and may_move_into(household_id));
-- Policies of other tables look up this row, so a contact in the bin also hides its records from the client.
create policy "a client sees their own contact unless it is in the bin" on contacts for select to authenticated
  using (client_user_id = (select auth.uid()) and deleted_at is null and (select has_role('client')));

create policy "owners, admins and sales see what is written of a contact for staff" on contact_staff_details for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "a coach sees what is written of their contacts for staff" on contact_staff_details for select to authenticated
  using (contact_id in (select my_contact_ids()));
create policy "owners and admins change what is written of a contact for staff" on contact_staff_details for update to authenticated
  using ((select has_role('owner', 'admin')));
create policy "sales change what is written for staff unless the contact is in the bin" on contact_staff_details for update to authenticated
  using ((select has_role('sales')) and exists (select from contacts c where c.id = contact_id and c.deleted_at is null));
create policy "a coach changes what is written for staff unless their contact is in the bin" on contact_staff_details for update to authenticated
  using (contact_id in (select my_contact_ids()) and exists (select from contacts c where c.id = contact_id and c.deleted_at is null));

create policy "owners, admins and sales see every contact point" on contact_points for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "owners, admins and sales add contact points" on contact_points for insert to authenticated
  with check ((select has_role('owner', 'admin', 'sales')));
create policy "owners, admins and sales change contact points" on contact_points for update to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "owners and admins delete contact points" on contact_points for delete to authenticated
  using ((select has_role('owner', 'admin')));
create policy "a coach sees how to reach their contacts" on contact_points for select to authenticated
  using (contact_id in (select my_contact_ids()));
create policy "a coach adds ways to reach their contacts" on contact_points for insert to authenticated
  with check (contact_id in (select my_contact_ids()));
create policy "a coach changes how to reach their contacts" on contact_points for update to authenticated
  using (contact_id in (select my_contact_ids()));
create policy "a client sees their own contact points" on contact_points for select to authenticated
  using (contact_id in (select id from contacts where client_user_id = (select auth.uid())));

create policy "owners, admins and sales see every household" on households for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "owners, admins, sales and coaches add households" on households for insert to authenticated
  with check ((select has_role('owner', 'admin', 'sales', 'coach')));
create policy "owners and admins change households, also into the bin" on households for update to authenticated
  using ((select has_role('owner', 'admin')));
create policy "owners and admins delete households" on households for delete to authenticated
  using ((select has_role('owner', 'admin')));
create policy "sales change households and cannot delete them" on households for update to authenticated
  using ((select has_role('sales')) and deleted_at is null)
  with check ((select has_role('sales')) and deleted_at is null);
create policy "a coach sees the households of their contacts" on households for select to authenticated
  using (id in (select household_id from contacts where contacts.id in (select my_contact_ids())));
create policy "a coach changes the households of their contacts and cannot delete them" on households for update to authenticated
  using (deleted_at is null and id in (select household_id from contacts where contacts.id in (select my_contact_ids())))
  with check (deleted_at is null and id in (select household_id from contacts where contacts.id in (select my_contact_ids())));

grant insert (external_id), update (external_id) on contacts to authenticated;
