alter table tracking_settings enable row level security;
create policy "everyone sees which pixel receives page views" on tracking_settings for select to anon, authenticated using (true);
create policy "owners and admins choose which pixel receives page views" on tracking_settings for all to authenticated
  using ((select has_role('owner', 'admin')));
grant select on tracking_settings to anon, authenticated, service_role;
grant insert (pixel_id), update (pixel_id), delete on tracking_settings to authenticated;
