alter table user_roles enable row level security;
grant select, delete on user_roles to authenticated;
grant insert (user_id, role, is_active), update (role, is_active) on user_roles to authenticated;

create policy "a user sees their own roles" on user_roles for select to authenticated
  using (user_id = (select auth.uid()));
create policy "owners and admins see who has which role" on user_roles for select to authenticated
  using ((select has_role('owner', 'admin')));
create policy "an owner gives every role" on user_roles for insert to authenticated
  with check ((select has_role('owner')));
create policy "an owner changes every role" on user_roles for update to authenticated
  using ((select has_role('owner')));
create policy "an owner takes every role" on user_roles for delete to authenticated
  using ((select has_role('owner')));
create policy "an admin gives every role but owner" on user_roles for insert to authenticated
  with check ((select has_role('admin')) and role <> 'owner');
create policy "an admin changes every role but owner" on user_roles for update to authenticated
  using ((select has_role('admin')) and role <> 'owner')
  with check ((select has_role('admin')) and role <> 'owner');
create policy "an admin takes every role but owner" on user_roles for delete to authenticated
  using ((select has_role('admin')) and role <> 'owner');

-- Channels of row changes. Private and receive-only: on a public channel any visitor could send and flood the staff. The policies of each
-- table decide which of its rows are sent.
create policy "signed-in users receive changes" on realtime.messages for select to authenticated
  using ((select realtime.topic()) like 'changes:%');

alter table owner_invitations enable row level security;
revoke all on owner_invitations from service_role;

alter table team_rules enable row level security;
grant select, update (second_factor_required) on team_rules to authenticated;

-- By stored role, not has_role(): staff have no role until they set up the second factor that the rules require.
create policy "staff see the team rules, also before their second factor" on team_rules for select to authenticated
  using (exists (select from user_roles r where r.user_id = (select auth.uid()) and r.is_active and r.role <> 'client'));
create policy "an owner says what is asked of the team" on team_rules for update to authenticated
  using ((select has_role('owner')));
