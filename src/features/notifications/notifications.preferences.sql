-- What a user does not want to hear of. Where there is no row, it is told.
create table notification_preferences (
  user_id uuid not null references auth.users (id) on delete cascade,
  type text not null check (type ~ '^[a-z_]+(\.[a-z_]+)*$' and length(type) <= 80),
  in_app boolean not null,
  version integer not null default 1,
  primary key (user_id, type)
);
create trigger next_version before update on notification_preferences for each row execute function next_version();

alter table notification_preferences enable row level security;
grant select, insert (user_id, type, in_app), update (user_id, type, in_app) on notification_preferences to authenticated;
create policy "a user sees what they do not want to hear of" on notification_preferences for select to authenticated
  using (user_id = (select auth.uid()));
create policy "a user chooses what to hear of" on notification_preferences for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "a user changes what to hear of" on notification_preferences for update to authenticated
  using (user_id = (select auth.uid()));

-- Here and not where notices are written, so that no writer can forget it. What is critical is told to everybody it is for.
create function respect_notification_preferences() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.severity <> 'critical' and exists (
    select from public.notification_preferences p where p.user_id = new.user_id and p.type = new.type and not p.in_app
  ) then
    return null;
  end if;
  return new;
end
$$;
create trigger respect_notification_preferences before insert on notifications
  for each row execute function respect_notification_preferences();
