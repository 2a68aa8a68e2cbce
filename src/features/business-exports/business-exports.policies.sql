alter table business_exports enable row level security;
grant select on business_exports to authenticated;
grant select, update on business_exports to service_role;
create policy "owners see the exports of the whole business" on business_exports for select to authenticated
  using ((select has_role('owner')));
