create trigger next_version before update of name, definition, status, current_version on automations
  for each row execute function next_version();

create function stamp_automation() returns trigger language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  if new.status = 'enabled' and old.status <> 'enabled' then new.enabled_at := now(); end if;
  if new.status <> 'paused' then new.paused_because := null; end if;
  return new;
end
$$;
create trigger stamp_update before update of name, definition, status, current_version on automations
  for each row execute function stamp_automation();

create function forbid_automation_version_change() returns trigger language plpgsql as $$
begin
  raise sqlstate 'PT409' using message = 'automation_version_is_final';
end
$$;
create trigger versions_are_final before update on automation_versions for each row execute function forbid_automation_version_change();

-- Starts, pauses or archives an automation. Archiving ends its active runs. Refusals: not_allowed, automation_not_found, not_published.
create function steer_automation(automation uuid, step text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  present public.automations;
begin
  perform private.require_role('owner', 'admin');
  select * into present from public.automations a where a.id = automation for update;
  if not found then raise sqlstate 'PT404' using message = 'automation_not_found'; end if;
  if step not in ('enable', 'pause', 'archive', 'restore') then raise sqlstate 'PT422' using message = 'invalid_input'; end if;
  if step = 'enable' and present.current_version is null then raise sqlstate 'PT409' using message = 'not_published'; end if;
  if step = 'pause' and present.status <> 'enabled' then raise sqlstate 'PT409' using message = 'automation_not_enabled'; end if;
  update public.automations a set
    status = case step when 'enable' then 'enabled' when 'pause' then 'paused' when 'archive' then 'archived' else 'draft' end,
    paused_because = case when step = 'pause' then 'owner' end
  where a.id = automation;
  if step = 'archive' then perform private.end_automation_runs(automation, 'archived'); end if;
end
$$;
comment on function steer_automation is 'never null';
grant execute on function steer_automation(uuid, text) to authenticated;

-- Pauses an automation whose runs fail: more than 5 % of the last hundred finished runs, and at least three. Notifies the owners.
create function trip_automation_breaker(automation uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  present public.automations;
  ended integer;
  failed integer;
begin
  select * into present from public.automations a where a.id = automation for update;
  if present.status <> 'enabled' then return false; end if;
  select count(*), count(*) filter (where latest.status = 'failed') into ended, failed from (
    select r.status from public.automation_runs r
    where r.automation_id = automation and r.ended_at >= present.enabled_at order by r.ended_at desc limit 100) latest;
  if failed < 3 or failed <= ended * 0.05 then return false; end if;
  perform private.pause_automation(automation, 'breaker');
  return true;
end
$$;
comment on function trip_automation_breaker is 'never null';
grant execute on function trip_automation_breaker(uuid) to service_role;

-- Pauses an enabled automation and notifies the owners. Does nothing if it is not enabled.
create function private.pause_automation(automation uuid, because text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  paused public.automations;
begin
  update public.automations a set status = 'paused', paused_because = because where a.id = automation and a.status = 'enabled'
  returning a.* into paused;
  if not found then return; end if;
  insert into public.notifications (user_id, type, title, message, severity, related_entity_type, related_entity_id, is_demo)
  select u.user_id, 'automation.paused', left('אוטומציה הושהתה: ' || paused.name, 200),
    case because when 'breaker' then 'יותר מדי צעדים נכשלו. אף אחד לא יצא ממנה, והיא ממתינה לבדיקה.'
      else 'אוטומציות מפעילות זו את זו במעגל. היא ממתינה לבדיקה.' end,
    'critical', 'automation', paused.id, paused.is_demo
  from public.notice_recipients(null) u (user_id);
end
$$;
grant execute on function private.pause_automation(uuid, text) to service_role;
