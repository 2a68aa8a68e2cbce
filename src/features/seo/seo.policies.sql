alter table seo_overrides enable row level security;
alter table site_addresses enable row level security;
alter table seo_settings enable row level security;
grant select, delete on seo_overrides to authenticated;
grant insert (path, title, description, image_id, image_alt, canonical, is_hidden),
  update (title, description, image_id, image_alt, canonical, is_hidden) on seo_overrides to authenticated;
grant select on seo_settings to authenticated;
grant insert (title_pattern, google_verification, bing_verification, facebook_verification),
  update (title_pattern, google_verification, bing_verification, facebook_verification) on seo_settings to authenticated;

create policy "owners, admins and content editors say what search engines read" on seo_overrides for all to authenticated
  using ((select is_site_editor()));
create policy "owners, admins and content editors set how the site is found" on seo_settings for all to authenticated
  using ((select is_site_editor()));
grant select on site_addresses to authenticated;
create policy "owners, admins and content editors see who holds an address" on site_addresses for select to authenticated
  using ((select is_site_editor()));
