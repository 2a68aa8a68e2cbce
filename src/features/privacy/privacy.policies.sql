alter table privacy_events enable row level security;
grant select on privacy_events to authenticated;
create policy "owners and admins see whose data was given out or erased" on privacy_events for select to authenticated
  using ((select has_role('owner', 'admin')));
