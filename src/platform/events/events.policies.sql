alter table domain_events enable row level security;
alter table event_cursors enable row level security;
alter table event_failures enable row level security;
grant select on domain_events, event_failures to authenticated;
grant select, delete, update (transaction_id) on domain_events to service_role;
grant select, insert, update on event_cursors to service_role;
grant select, insert on event_failures to service_role;

create policy "owners and admins see what happened" on domain_events for select to authenticated
  using ((select has_role('owner', 'admin')));
create policy "owners and admins see which events failed" on event_failures for select to authenticated
  using ((select has_role('owner', 'admin')));
