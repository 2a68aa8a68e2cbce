create trigger next_version before update on notification_preferences for each row execute function next_version();

-- In a trigger, so that it applies to every writer. Critical notifications are always delivered. A type that the message plan has switched
-- off reaches no user.
create function apply_notification_preferences() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.severity <> 'critical' and (exists (
    select from public.notification_preferences p where p.user_id = new.user_id and p.type = new.type and not p.in_app)
    or exists (select from public.message_rules r where r.channel = 'in_app' and r.template_key = new.type and not r.is_active)
  ) then
    return null;
  end if;
  return new;
end
$$;
create trigger apply_notification_preferences before insert on notifications
  for each row execute function apply_notification_preferences();

-- Who is notified: the responsible colleague while active, otherwise the owners.
create function notice_recipients(responsible uuid) returns setof uuid
language sql stable set search_path = '' as $$
  with active as (select distinct r.user_id, r.role from public.user_roles r where r.is_active and r.role <> 'client')
  select distinct a.user_id from active a
  where case when exists (select from active b where b.user_id = responsible) then a.user_id = responsible else a.role = 'owner' end
$$;
grant execute on function notice_recipients(uuid) to service_role;
