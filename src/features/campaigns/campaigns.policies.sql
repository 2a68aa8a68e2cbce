alter table campaigns enable row level security;
alter table campaign_recipients enable row level security;
grant select, delete on campaigns to authenticated;
grant insert (id, name, subject, preheader, blocks, list_ids, lifecycles, segments, counts_clicks),
  update (name, subject, preheader, blocks, list_ids, lifecycles, segments, counts_clicks) on campaigns to authenticated;
grant select on campaign_recipients to authenticated;

create policy "owners, admins and content see campaigns" on campaigns for select to authenticated
  using ((select has_role('owner', 'admin', 'content')));
create policy "owners, admins and content write campaigns" on campaigns for insert to authenticated
  with check ((select has_role('owner', 'admin', 'content')));
create policy "owners and admins change campaigns" on campaigns for update to authenticated
  using ((select has_role('owner', 'admin')));
create policy "content changes campaigns that are not timed yet" on campaigns for update to authenticated
  using ((select has_role('content')) and status = 'draft');
create policy "owners and admins throw drafts away" on campaigns for delete to authenticated
  using ((select has_role('owner', 'admin')) and status in ('draft', 'cancelled') and started_at is null);
create policy "owners and admins see who got a campaign and who did not" on campaign_recipients for select to authenticated
  using ((select has_role('owner', 'admin')));

grant select on campaign_people to authenticated;
