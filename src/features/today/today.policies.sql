alter table snoozes enable row level security;
grant select, insert, update, delete on snoozes to authenticated;
create policy "staff see what they put off" on snoozes for select to authenticated
  using (user_id = (select auth.uid()));
create policy "staff put things off" on snoozes for insert to authenticated
  with check (user_id = (select auth.uid()) and (select is_staff()));
create policy "staff put things off again" on snoozes for update to authenticated
  using (user_id = (select auth.uid()) and (select is_staff()));
create policy "staff take things up again" on snoozes for delete to authenticated
  using (user_id = (select auth.uid()));
