alter table redirects enable row level security;
grant select, delete on redirects to authenticated;
grant insert (from_path, to_address, code), update (from_path, to_address, code) on redirects to authenticated;
create policy "owners, admins and content editors lead old addresses on" on redirects for all to authenticated
  using ((select is_site_editor()));

alter table not_found_log enable row level security;
grant select, delete on not_found_log to authenticated;
create policy "owners, admins and content editors see which addresses lead nowhere" on not_found_log for select to authenticated
  using ((select is_site_editor()));
create policy "owners, admins and content editors clear which addresses lead nowhere" on not_found_log for delete to authenticated
  using ((select is_site_editor()));
