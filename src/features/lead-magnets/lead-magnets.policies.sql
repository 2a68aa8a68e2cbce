alter table lead_magnets enable row level security;
alter table lead_magnet_requests enable row level security;
alter table lead_magnet_deliveries enable row level security;
alter table lead_magnet_visits enable row level security;
grant select, delete on lead_magnets to authenticated;
grant update (slug, title, description, asks_phone, is_active, automation_id, position) on lead_magnets to authenticated;
grant select on lead_magnet_requests, lead_magnet_deliveries, lead_magnet_visits to authenticated;

create policy "owners, admins, content and sales see the lead magnets" on lead_magnets for select to authenticated
  using ((select has_role('owner', 'admin', 'content', 'sales')));
create policy "owners, admins and content change the lead magnets" on lead_magnets for update to authenticated
  using ((select has_role('owner', 'admin', 'content')));
create policy "owners and admins delete lead magnets" on lead_magnets for delete to authenticated
  using ((select has_role('owner', 'admin')));
create policy "owners, admins and sales see who requested what" on lead_magnet_requests for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "a coach sees what their contacts requested" on lead_magnet_requests for select to authenticated
  using (contact_id in (select my_contact_ids()));
create policy "only the server sees the deliveries" on lead_magnet_deliveries for select to authenticated using (false);
create policy "only the server sees the visits" on lead_magnet_visits for select to authenticated using (false);
