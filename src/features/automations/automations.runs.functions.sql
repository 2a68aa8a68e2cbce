create function private.end_automation_runs(automation uuid, reason text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.automation_runs r set status = 'exited', exit_reason = reason, ended_at = now(), resume_at = null, due_at = null,
    state = r.state || jsonb_build_object('status', 'exited', 'exitReason', reason)
  where r.automation_id = automation and r.status in ('queued', 'waiting', 'running')
$$;
grant execute on function private.end_automation_runs(uuid, text) to service_role;

-- Writes the event that enrols a contact or ends its run. Called by the runner, whose claims name the cause.
create function emit_enrolment(automation uuid, contact uuid, type text) returns void
language sql volatile security definer set search_path = '' as $$
  select private.emit_event(emit_enrolment.type, c.id, 'automation', automation, jsonb_build_object('automation_id', automation), c.is_demo)
  from public.contacts c where c.id = contact
$$;
grant execute on function emit_enrolment(uuid, uuid, text) to service_role;

-- The reason why this contact cannot enter, regardless of filters; null if the contact can enter.
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

-- Enrols contacts manually. Returns their number. A single contact that cannot enter is refused; among several the runner skips it.
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

-- Exits a contact's run manually. Refusals: not_allowed, run_not_active.
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

-- Retries the failed step of a run. Refusals: not_allowed, automation_not_enabled, run_not_failed, contact_already_inside.
create function retry_run(run uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_role('owner', 'admin');
  -- The runner skips archived automations, so the retried run would stay active indefinitely.
  if exists (select from public.automation_runs r join public.automations a on a.id = r.automation_id where r.id = run and a.status = 'archived') then
    raise sqlstate 'PT409' using message = 'automation_not_enabled';
  end if;
  update public.automation_runs r set status = 'queued', resume_at = now(), due_at = now(), attempts = 0, error = null, ended_at = null
  where r.id = run and r.status = 'failed';
  if not found then raise sqlstate 'PT409' using message = 'run_not_failed'; end if;
end
$$;
comment on function retry_run is 'never null';
grant execute on function retry_run(uuid) to authenticated;

-- The refusal of a scheduled message of a run: the contact has exited, or the automation was archived or deleted.
-- Messages of a run that ended at an exit step are still sent.
create function private.run_refusal(run uuid) returns text
language sql stable security definer set search_path = '' as $$
  select 'run_exited' where not exists (
      select from public.automation_runs r join public.automations a on a.id = r.automation_id where r.id = run and a.status <> 'archived')
    or exists (select from public.automation_runs r
      where r.id = run and r.status = 'exited' and r.exit_reason not in ('exit_step', 'goal_not_reached', 'restarted'))
$$;
grant execute on function private.run_refusal(uuid) to service_role;

-- The entity of the event that started a run: the subject of the run's messages. No row if the event has no entity.
create function private.subject_of_run(run uuid) returns table (type text, id uuid)
language sql stable security definer set search_path = '' as $$
  select r.subject_type, r.subject_id from public.automation_runs r where r.id = run and r.subject_id is not null
$$;

-- Refuses a message about an entity that has ended, such as a cancelled meeting, although its run continues. A module
-- implements private.has_ended_<context>(uuid, trigger), where `trigger` is the type of the event that started the run.
create function private.message_refusal_of_automation_run(message scheduled_messages) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  run public.automation_runs;
  has_ended boolean;
begin
  select r.* into run from public.automation_runs r join public.message_templates t on t.context_type = r.subject_type
  where r.id = message.context_id and t.id = message.template_id;
  if not found or to_regprocedure(format('private.%I(uuid, text)', 'has_ended_' || run.subject_type)) is null then return null; end if;
  execute format('select private.%I($1, $2)', 'has_ended_' || run.subject_type) into has_ended
    using run.subject_id, run.trigger_type;
  return case when has_ended then 'entity_changed' end;
end
$$;

-- Logs a failed webhook request in its run. The row lock of the run orders the entry among its steps.
create function record_webhook_refusal(run uuid, step text, because text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform from public.automation_runs r where r.id = run for update;
  if not found then return; end if;
  insert into public.automation_run_steps (run_id, seq, step_id, status, at, error)
  select run, coalesce(max(s.seq), 0) + 1, step, 'failed', now(), left(because, 1000) from public.automation_run_steps s where s.run_id = run;
end
$$;
revoke execute on function record_webhook_refusal(uuid, text, text) from public;
grant execute on function record_webhook_refusal(uuid, text, text) to worker, service_role;
