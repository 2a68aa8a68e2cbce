create trigger next_version before update on notification_preferences for each row execute function next_version();

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
