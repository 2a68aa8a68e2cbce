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

create function private.end_automation_runs(automation uuid, reason text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.automation_runs r set status = 'exited', exit_reason = reason, ended_at = now(), resume_at = null, due_at = null,
    state = r.state || jsonb_build_object('status', 'exited', 'exitReason', reason)
  where r.automation_id = automation and r.status in ('queued', 'waiting', 'running')
$$;
grant execute on function private.end_automation_runs(uuid, text) to service_role;

-- Writes the event that lets a contact enter or leave. For the runner, whose claims name the cause.
create function emit_enrolment(automation uuid, contact uuid, type text) returns void
language sql volatile security definer set search_path = '' as $$
  select private.emit_event(emit_enrolment.type, c.id, 'automation', automation, jsonb_build_object('automation_id', automation), c.is_demo)
  from public.contacts c where c.id = contact
$$;
grant execute on function emit_enrolment(uuid, uuid, text) to service_role;

-- Why this contact cannot enter, whatever the filters say; null if it can.
create function private.enrolment_refusal(automation uuid, contact uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when c.id is null then 'contact_not_found'
    when c.do_not_contact and (v.definition -> 'exits' ->> 'do_not_contact')::boolean then 'contact_do_not_contact'
    when (v.definition ->> 'reentry') <> 'always' and exists (
      select from public.automation_runs r where r.automation_id = a.id and r.contact_id = c.id
        and r.status in ('queued', 'waiting', 'running')) then 'contact_already_inside'
    when (v.definition ->> 'reentry') = 'never' and exists (
      select from public.automation_runs r where r.automation_id = a.id and r.contact_id = c.id) then 'contact_was_inside'
  end
  from public.automations a
  join public.automation_versions v on v.automation_id = a.id and v.version = a.current_version
  left join public.contacts c on c.id = contact and c.deleted_at is null and c.merged_into_id is null
  where a.id = automation
$$;

-- Enrols contacts by hand. Returns how many. A single contact that cannot enter is refused; among several it is left out by the runner.
-- Refusals: not_allowed, automation_not_enabled, too_many_contacts, contact_not_found, contact_do_not_contact, contact_already_inside,
-- contact_was_inside.
create function enrol_contacts(automation uuid, contacts uuid[]) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  chosen uuid;
  refusal text;
begin
  perform private.require_role('owner', 'admin', 'sales');
  if not exists (select from public.automations a where a.id = automation and a.status = 'enabled') then
    raise sqlstate 'PT409' using message = 'automation_not_enabled';
  end if;
  if cardinality(contacts) > 10000 then raise sqlstate 'PT422' using message = 'too_many_contacts'; end if;
  if cardinality(contacts) = 1 then
    refusal := private.enrolment_refusal(automation, contacts[1]);
    if refusal is not null then raise sqlstate 'PT409' using message = refusal; end if;
  end if;
  foreach chosen in array contacts loop
    perform public.emit_enrolment(automation, chosen, 'automation.enrolled');
  end loop;
  return cardinality(contacts);
end
$$;
comment on function enrol_contacts is 'never null';
grant execute on function enrol_contacts(uuid, uuid[]) to authenticated;

-- Takes a contact out by hand. Refusals: not_allowed, run_not_active.
create function leave_automation(run uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_role('owner', 'admin', 'sales');
  perform public.emit_enrolment(r.automation_id, r.contact_id, 'automation.left')
  from public.automation_runs r where r.id = run and r.status in ('queued', 'waiting', 'running');
  if not found then raise sqlstate 'PT409' using message = 'run_not_active'; end if;
end
$$;
comment on function leave_automation is 'never null';
grant execute on function leave_automation(uuid) to authenticated;

-- Tries the failed step of a run again. Refusals: not_allowed, run_not_failed, contact_already_inside.
create function retry_run(run uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_role('owner', 'admin');
  update public.automation_runs r set status = 'queued', resume_at = now(), due_at = now(), attempts = 0, error = null, ended_at = null
  where r.id = run and r.status = 'failed';
  if not found then raise sqlstate 'PT409' using message = 'run_not_failed'; end if;
end
$$;
comment on function retry_run is 'never null';
grant execute on function retry_run(uuid) to authenticated;

-- Pauses an automation whose runs fail: more than 5 % of the last hundred that ended, and at least three. Notifies the owners.
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

-- Pauses and notifies the owners, once.
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

-- Runs per automation by status and reason.
create function automation_figures() returns table (automation_id uuid, status text, exit_reason text, runs bigint, last_error text)
language sql stable set search_path = public as $$
  select r.automation_id, r.status, r.exit_reason, count(*),
    (array_agg(r.error order by r.ended_at desc) filter (where r.error is not null))[1]
  from automation_runs r where not r.is_dry_run group by 1, 2, 3
$$;
comment on function automation_figures is 'never null: automation_id, status, runs';
grant execute on function automation_figures() to authenticated;

-- Runs per step and outcome.
create function automation_step_figures(automation uuid) returns table (step_id text, outcome text, reason text, runs bigint)
language sql stable set search_path = public as $$
  select s.step_id, s.status, s.output ->> 'reason', count(*)
  from automation_runs r join automation_run_steps s on s.run_id = r.id
  where r.automation_id = automation and not r.is_dry_run group by 1, 2, 3
$$;
comment on function automation_step_figures is 'never null: step_id, outcome, runs';
grant execute on function automation_step_figures(uuid) to authenticated;

-- The contacts of a list trigger, by its conditions.
create function private.listed_contact_ids(groups jsonb) returns setof uuid
language plpgsql stable security definer set search_path = public, extensions as $$
begin
  return query execute 'select c.id from public.contacts c where c.merged_into_id is null and '
    || public.contact_filter(jsonb_build_object('groups', groups));
end
$$;

-- Compares the lists of enabled automations with the last look, and writes an event for each contact that joined.
create function emit_list_joins() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  watched record;
begin
  for watched in
    select a.id, v.definition -> 'trigger' -> 'groups' as groups from public.automations a
    join public.automation_versions v on v.automation_id = a.id and v.version = a.current_version
    where a.status = 'enabled' and 'automation.list_joined' = any (v.trigger_types)
  loop
    begin
      with present as (select m as contact_id from private.listed_contact_ids(watched.groups) m),
        gone as (
          delete from public.automation_list_members m where m.automation_id = watched.id
            and not exists (select from present p where p.contact_id = m.contact_id)),
        joined as (
          insert into public.automation_list_members (automation_id, contact_id)
          select watched.id, p.contact_id from present p on conflict do nothing returning contact_id)
      insert into public.domain_events (type, contact_id, household_id, entity_type, entity_id, payload, is_demo)
      select 'automation.list_joined', c.id, c.household_id, 'automation', watched.id,
        jsonb_build_object('automation_id', watched.id), c.is_demo
      from joined j join public.contacts c on c.id = j.contact_id;
    exception when sqlstate 'PT422' then
      -- A condition names a field that was removed.
      perform private.pause_automation(watched.id, 'breaker');
    end;
  end loop;
end
$$;
grant execute on function emit_list_joins() to service_role;

-- Writes the event of a date trigger at its moment, once.
create function emit_reached_date(automation uuid, contact uuid, moment timestamptz) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.domain_events (type, contact_id, household_id, entity_type, entity_id, payload, is_demo, once_key, occurred_at)
  select 'automation.date_reached', c.id, c.household_id, 'automation', automation, jsonb_build_object('automation_id', automation),
    c.is_demo, concat_ws(':', 'date', automation, c.id, extract(epoch from moment)::bigint), moment
  from public.contacts c where c.id = contact and c.deleted_at is null
  on conflict do nothing
$$;
grant execute on function emit_reached_date(uuid, uuid, timestamptz) to service_role;

-- The first look at a list: its present members do not enter.
create function remember_list(automation uuid, groups jsonb) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  members integer;
begin
  delete from public.automation_list_members m where m.automation_id = automation;
  insert into public.automation_list_members (automation_id, contact_id)
  select automation, m from private.listed_contact_ids(groups) m;
  get diagnostics members = row_count;
  return members;
end
$$;
comment on function remember_list is 'never null';
grant execute on function remember_list(uuid, jsonb) to service_role;

-- What became of each message of a sequence: by the sender's result and its reason, and by how the runs ended after it.
create function message_step_figures(automation uuid) returns table (step_id text, figure text, reason text, contacts bigint)
language sql stable set search_path = public as $$
  with performed as (
    select r.id as run_id, r.exit_reason, s.step_id, s.seq, m.status, m.skip_reason
    from automation_runs r join automation_run_steps s on s.run_id = r.id
    join scheduled_messages m on m.id = (s.output ->> 'message')::uuid
    where r.automation_id = automation and not r.is_dry_run)
  select p.step_id, p.status, p.skip_reason, count(*) from performed p group by 1, 2, 3
  union all
  select l.step_id, 'exited', l.exit_reason, count(*)
  from (select distinct on (p.run_id) p.* from performed p order by p.run_id, p.seq desc) l
  where l.exit_reason in ('replied', 'booked', 'bought', 'refused') group by 1, 3
$$;
comment on function message_step_figures is 'never null: step_id, figure, contacts';
grant execute on function message_step_figures(uuid) to authenticated;

-- Why a run's message must not be sent any more: the contact has left. A run that ended at an exit step has sent what it wanted to.
create function private.run_refusal(run uuid) returns text
language sql stable security definer set search_path = '' as $$
  select 'run_exited' from public.automation_runs r
  where r.id = run and r.status = 'exited' and r.exit_reason not in ('exit_step', 'goal_not_reached', 'restarted')
$$;
grant execute on function private.run_refusal(uuid) to service_role;
