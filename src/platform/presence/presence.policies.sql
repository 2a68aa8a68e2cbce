-- Presence channels: colleagues who view the same record. Clients may only track presence.
create policy "who works with contacts sees who else looks at a thing" on realtime.messages for select to authenticated
  using (extension = 'presence' and (select realtime.topic()) like 'viewers:%'
    and (select has_role('owner', 'admin', 'coach', 'sales')));
create policy "who works with contacts says what they look at" on realtime.messages for insert to authenticated
  with check (extension = 'presence' and (select realtime.topic()) like 'viewers:%'
    and (select has_role('owner', 'admin', 'coach', 'sales')));
