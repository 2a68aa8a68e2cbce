alter table calendar_connections enable row level security;
create policy "a user sees their own calendar connections" on calendar_connections for select to authenticated
  using (user_id = (select auth.uid()));
grant select on calendar_connections to authenticated;
grant select, insert, update, delete on calendar_connections to service_role;

alter table calendar_secrets.tokens enable row level security;
alter table calendar_secrets.beginnings enable row level security;
alter table calendar_secrets.events enable row level security;
alter table calendar_secrets.synced_calendars enable row level security;
grant select, insert, update, delete on calendar_secrets.events, calendar_secrets.synced_calendars to service_role;

grant execute on all functions in schema calendar_secrets to service_role;
