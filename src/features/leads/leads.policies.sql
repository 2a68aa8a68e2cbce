alter table contact_requests enable row level security;
grant select on contact_requests to authenticated;

create policy "owners, admins and sales see every request" on contact_requests for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "a coach sees the requests of their contacts" on contact_requests for select to authenticated
  using (contact_id in (select my_contact_ids()));
