alter table notifications enable row level security;
grant select, delete, update (is_read) on notifications to authenticated;

create policy "a user sees their own notifications" on notifications for select to authenticated
  using (user_id = (select auth.uid()));
create policy "a user marks their own notifications" on notifications for update to authenticated
  using (user_id = (select auth.uid()));
create policy "a user deletes their own notifications" on notifications for delete to authenticated
  using (user_id = (select auth.uid()));

alter table notification_preferences enable row level security;
grant select, insert (user_id, type, in_app), update (user_id, type, in_app) on notification_preferences to authenticated;
create policy "a user sees what they do not want to hear of" on notification_preferences for select to authenticated
  using (user_id = (select auth.uid()));
create policy "a user chooses what to hear of" on notification_preferences for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "a user changes what to hear of" on notification_preferences for update to authenticated
  using (user_id = (select auth.uid()));
