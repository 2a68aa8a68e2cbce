alter table activities enable row level security;
grant select, delete on activities to authenticated;
grant insert (id, type, happened_at, contact_id, opportunity_id, title_cache, payload, visibility, pinned_at),
  update (happened_at, title_cache, payload, visibility, pinned_at) on activities to authenticated;

-- Only manual activities are inserted by users; all others are written by triggers and functions.
create policy "owners, admins and sales see every timeline" on activities for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "a coach sees the timelines of their contacts" on activities for select to authenticated
  using (contact_id in (select my_contact_ids()));
create policy "a client sees what is shared of their own timeline" on activities for select to authenticated
  using (visibility = 'client' and deleted_at is null and contact_id in (select id from contacts where client_user_id = (select auth.uid())));
create policy "owners, admins and sales write on every timeline" on activities for insert to authenticated
  with check (actor_kind = 'user' and actor_id = (select auth.uid())
    and type in ('note', 'call', 'whatsapp', 'email', 'meeting') and (select has_role('owner', 'admin', 'sales')));
create policy "a coach writes on the timelines of their contacts" on activities for insert to authenticated
  with check (actor_kind = 'user' and actor_id = (select auth.uid())
    and type in ('note', 'call', 'whatsapp', 'email', 'meeting') and contact_id in (select my_contact_ids()));
create policy "staff change what they wrote themselves" on activities for update to authenticated
  using (actor_id = (select auth.uid()) and type in ('note', 'call', 'whatsapp', 'email', 'meeting') and (select is_staff()));
create policy "owners and admins delete what people wrote" on activities for delete to authenticated
  using (type in ('note', 'call', 'whatsapp', 'email', 'meeting') and (select has_role('owner', 'admin')));

grant select on contact_timeline to authenticated;
