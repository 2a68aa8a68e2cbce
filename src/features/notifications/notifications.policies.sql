alter table notifications enable row level security;
grant select, delete, update (is_read) on notifications to authenticated;

-- All notifications are for staff. Former staff see none, even as clients, nor does a session without its second
-- factor.
create policy "a user sees their own notifications" on notifications for select to authenticated
  using (user_id = (select auth.uid()) and (select is_staff()));
create policy "a user marks their own notifications" on notifications for update to authenticated
  using (user_id = (select auth.uid()) and (select is_staff()));
create policy "a user deletes their own notifications" on notifications for delete to authenticated
  using (user_id = (select auth.uid()) and (select is_staff()));

alter table notification_preferences enable row level security;
grant select, insert (user_id, type, in_app, digest, push), update (user_id, type, in_app, digest, push) on notification_preferences
  to authenticated;
create policy "a user sees what they do not want to hear of" on notification_preferences for select to authenticated
  using (user_id = (select auth.uid()));
create policy "a user chooses what to hear of" on notification_preferences for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "a user changes what to hear of" on notification_preferences for update to authenticated
  using (user_id = (select auth.uid()));

alter table staff_digests enable row level security;
grant select, insert (user_id, is_on, zone), update (user_id, is_on, zone) on staff_digests to authenticated;
create policy "a user sees the settings of their daily mail" on staff_digests for select to authenticated
  using (user_id = (select auth.uid()));
create policy "a user sets up their daily mail" on staff_digests for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "a user changes their daily mail" on staff_digests for update to authenticated
  using (user_id = (select auth.uid()));

alter table push_subscriptions enable row level security;
create policy "only the server sees the addresses of browsers" on push_subscriptions for select to authenticated using (false);
alter table push_keys enable row level security;
create policy "only the server sees the key of push messages" on push_keys for select to authenticated using (false);

alter table due_notices enable row level security;
create policy "only the server sees what was noticed" on due_notices for select to authenticated using (false);

alter table channel_notices enable row level security;
create policy "only the server sees what waits for another channel" on channel_notices for select to authenticated using (false);
