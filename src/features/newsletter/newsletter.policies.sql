alter table mailing_lists enable row level security;
alter table newsletter_requests enable row level security;
alter table subscriptions enable row level security;
alter table preference_links enable row level security;
alter table unsubscribe_reasons enable row level security;
grant select on mailing_lists to authenticated;
grant insert (id, name, description, is_public, position), update (name, description, is_public, position, archived_at)
  on mailing_lists to authenticated;
grant select on newsletter_requests, subscriptions, unsubscribe_reasons to authenticated;

create policy "owners, admins and content see the mailing lists" on mailing_lists for select to authenticated
  using ((select has_role('owner', 'admin', 'content')));
create policy "owners and admins add mailing lists" on mailing_lists for insert to authenticated
  with check ((select has_role('owner', 'admin')));
create policy "owners and admins change mailing lists" on mailing_lists for update to authenticated
  using ((select has_role('owner', 'admin')));
create policy "owners and admins see who has not confirmed yet" on newsletter_requests for select to authenticated
  using ((select has_role('owner', 'admin')));
create policy "owners, admins and sales see who reads what" on subscriptions for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "a coach sees what their contacts read" on subscriptions for select to authenticated
  using (contact_id in (select my_contact_ids()));
create policy "only the server sees the links" on preference_links for select to authenticated using (false);
create policy "owners, admins and content see why people left" on unsubscribe_reasons for select to authenticated
  using ((select has_role('owner', 'admin', 'content')));
