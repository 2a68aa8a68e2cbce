alter table page_views enable row level security;
alter table page_view_salts enable row level security;
create policy "site editors see page views" on page_views for select to authenticated
  using ((select has_role('owner', 'admin', 'content')));
create policy "no one reads the daily salts" on page_view_salts for select to authenticated using (false);
grant select on page_views to authenticated;
