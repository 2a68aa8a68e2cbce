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

-- Channels on which the app hears of changed rows. Private, and nobody may send on them: on a public one any visitor could,
-- and drown out the people at work. What is heard of a row, the policies of its table decide.
create policy "whoever is signed in hears of changes" on realtime.messages for select to authenticated
  using ((select realtime.topic()) like 'changes:%');

alter table owner_invitations enable row level security;
revoke all on owner_invitations from service_role;

alter table team_rules enable row level security;
grant select, update (second_factor_required) on team_rules to authenticated;

-- Also those who may see nothing else until they have an app.
create policy "whoever is signed in sees what is asked of the team" on team_rules for select to authenticated using (true);
create policy "an owner says what is asked of the team" on team_rules for update to authenticated
  using ((select has_role('owner')));
