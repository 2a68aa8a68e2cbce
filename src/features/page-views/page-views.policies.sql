alter table page_views enable row level security;
alter table page_view_salts enable row level security;
create policy "whoever cares for the site sees what is read" on page_views for select to authenticated
  using ((select has_role('owner', 'admin', 'content')));
create policy "nobody reads the salt of a day" on page_view_salts for select to authenticated using (false);
grant select on page_views to authenticated;
