alter table bio_pages enable row level security;
alter table bio_links enable row level security;
alter table bio_clicks enable row level security;
grant select on bio_pages, bio_links to anon, authenticated;
grant select on bio_clicks to authenticated;
grant update (name, line, shows_networks) on bio_pages to authenticated;
grant insert (position, title, note, url, icon, is_featured, is_enabled, starts_at, ends_at, campaign),
  update (position, title, note, url, icon, is_featured, is_enabled, starts_at, ends_at, campaign), delete on bio_links to authenticated;

create policy "everyone sees the text above the links" on bio_pages for select to anon, authenticated using (true);
create policy "who cares for the site writes the words above the links" on bio_pages for update to authenticated
  using ((select has_role('owner', 'admin', 'content')));
create policy "everyone sees the links of the current period" on bio_links for select to anon, authenticated
  using (bio_link_is_shown(bio_links));
create policy "who cares for the site keeps the links" on bio_links for all to authenticated
  using ((select has_role('owner', 'admin', 'content')));
create policy "who cares for the site sees what is clicked" on bio_clicks for select to authenticated
  using ((select has_role('owner', 'admin', 'content')));
