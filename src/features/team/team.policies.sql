alter table staff_profiles enable row level security;
grant select on staff_profiles to authenticated;
grant insert (user_id, full_name, photo_path, signature, gender_form), update (full_name, photo_path, signature, gender_form)
  on staff_profiles to authenticated;
create policy "staff see how colleagues are shown" on staff_profiles for select to authenticated
  using ((select is_staff()));
create policy "each of the staff says how they are shown" on staff_profiles for insert to authenticated
  with check (user_id = (select auth.uid()) and (select is_staff()));
create policy "each of the staff changes how they are shown" on staff_profiles for update to authenticated
  using (user_id = (select auth.uid()) and (select is_staff()));

alter table staff_invitations enable row level security;

-- Hashes are not readable: a known hash could be used to create an account for the invited address.
grant select (id, email, role, invited_by, created_at, sent_at, expires_at, accepted_at, accepted_by, revoked_at, version)
  on staff_invitations to authenticated;
grant update (revoked_at) on staff_invitations to authenticated;
create policy "owners and admins see who is invited" on staff_invitations for select to authenticated
  using ((select has_role('owner', 'admin')));
create policy "an owner takes back every invitation" on staff_invitations for update to authenticated
  using ((select has_role('owner')) and accepted_at is null);
create policy "an admin takes back invitations of all but owners" on staff_invitations for update to authenticated
  using ((select has_role('admin')) and role <> 'owner' and accepted_at is null);

alter table handovers enable row level security;
grant select on handovers to authenticated;
create policy "owners and admins see what was handed over" on handovers for select to authenticated
  using ((select has_role('owner', 'admin')));
