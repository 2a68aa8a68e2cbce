create trigger next_version before update on notification_preferences for each row execute function next_version();

-- Any account may write its preferences, even one without a role. The limit is far above the number of types.
create function limit_notification_preferences() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('notification_preferences.' || new.user_id, 0));
  if (select count(*) from public.notification_preferences p where p.user_id = new.user_id and p.type <> new.type) >= 200 then
    raise insufficient_privilege using message = 'too_many_preferences';
  end if;
  return new;
end
$$;
create trigger limit_preferences before insert on notification_preferences
  for each row execute function limit_notification_preferences();

create trigger next_version before update on staff_digests for each row execute function next_version();

-- In a trigger, so that it applies to every writer. Critical notifications always reach the bell. A type disabled in the message plan
-- reaches no user. Notifications for the user's other channels are queued in channel_notices, even if the bell is
-- muted.
create function apply_notification_preferences() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_critical constant boolean := new.severity = 'critical';
  is_staff constant boolean := exists (
    select from public.user_roles r where r.user_id = new.user_id and r.is_active and r.role <> 'client');
  chosen public.notification_preferences;
  in_bell boolean;
  for_digest boolean;
  for_push boolean;
begin
  if not is_critical and exists (
    select from public.message_rules r where r.channel = 'in_app' and r.template_key = new.type and not r.is_active
  ) then
    return null;
  end if;
  select * into chosen from public.notification_preferences p where p.user_id = new.user_id and p.type = new.type;
  in_bell := is_critical or coalesce(chosen.in_app, true);
  for_digest := is_staff and coalesce(chosen.digest, true)
    and not exists (select from public.staff_digests d where d.user_id = new.user_id and not d.is_on);
  for_push := is_staff and (is_critical or coalesce(chosen.push, false))
    and exists (select from public.push_subscriptions s where s.user_id = new.user_id and s.surface = 'crm');
  if not new.is_demo and (for_digest or for_push) then
    insert into public.channel_notices (
      id, user_id, type, title, message, severity, related_entity_type, related_entity_id, in_bell, for_digest, for_push)
    values (new.id, new.user_id, new.type, new.title, new.message, new.severity, new.related_entity_type, new.related_entity_id,
      in_bell, for_digest, for_push);
  end if;
  if not new.is_demo and for_push then
    perform jobs.enqueue('push_notice', json_build_object('notice', new.id), 'push_notice:' || new.id);
  end if;
  return case when in_bell then new end;
end
$$;
create trigger apply_notification_preferences before insert on notifications
  for each row execute function apply_notification_preferences();

-- Recipients of a notification: the assignee if active, otherwise the owners.
create function notice_recipients(responsible uuid) returns setof uuid
language sql stable set search_path = '' as $$
  with active as (select distinct r.user_id, r.role from public.user_roles r where r.is_active and r.role <> 'client')
  select distinct a.user_id from active a
  where case when exists (select from active b where b.user_id = responsible) then a.user_id = responsible else a.role = 'owner' end
$$;
grant execute on function notice_recipients(uuid) to service_role;

-- Active staff with the digest enabled, and their account address.
create function digest_recipients() returns table (user_id uuid, email text, zone text, last_day date)
language sql stable security definer set search_path = '' as $$
  select u.id, u.email, coalesce(d.zone, 'Asia/Jerusalem'), d.last_day
  from auth.users u left join public.staff_digests d on d.user_id = u.id
  where coalesce(d.is_on, true) and u.email is not null
    and exists (select from public.user_roles r where r.user_id = u.id and r.is_active and r.role <> 'client')
  order by u.id
$$;
revoke execute on function digest_recipients() from public;
grant execute on function digest_recipients() to service_role;

-- Called when the push service reports an expired subscription.
create function forget_browser(id text) returns void language sql volatile security definer set search_path = '' as $$
  delete from public.push_subscriptions s where s.id::text = forget_browser.id
$$;
revoke execute on function forget_browser(text) from public;
grant execute on function forget_browser(text) to worker, service_role;
