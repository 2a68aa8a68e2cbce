-- Events of processes and their stages.
create function emit_process_completed() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.emit_event('process.completed', new.contact_id, 'process', new.id, jsonb_build_object('coach_id', new.coach_id), new.is_demo);
  return null;
end
$$;
create trigger emit_completed after update on client_processes
  for each row when (new.status = 'completed' and old.status <> 'completed') execute function emit_process_completed();

-- Emits one event per idle period of a client, when it reaches two weeks. Idle periods that passed two weeks more than
-- three days ago are skipped.
create function emit_idle_clients() returns void
language sql volatile security definer set search_path = '' as $$
  with idle as (
    select p.*, concat_ws(':', 'client.idle', p.id, extract(epoch from active.at)::bigint) as once_key
    from public.client_processes p join public.contacts c on c.id = p.contact_id,
      lateral (select private.client_active_at(p) as at offset 0) active
    where p.status = 'active' and c.client_user_id is not null
      and active.at <= now() - interval '14 days' and active.at > now() - interval '17 days')
  select private.emit_event('client.idle', i.contact_id, 'process', i.id, jsonb_build_object('coach_id', i.coach_id), i.is_demo, i.once_key)
  from idle i where not exists (select from public.domain_events e where e.once_key = i.once_key)
$$;
grant execute on function emit_idle_clients() to service_role;

create function emit_stage_event() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  process public.client_processes;
begin
  select p.* into process from public.client_processes p where p.id = new.client_process_id;
  perform private.emit_event(case new.status when 'done' then 'stage.done' else 'stage.opened' end, process.contact_id, 'stage', new.id,
    jsonb_build_object('client_process_id', process.id, 'process_stage_id', new.process_stage_id, 'coach_id', process.coach_id), new.is_demo);
  return null;
end
$$;
create trigger emit_opened after insert on process_stage_instances
  for each row when (new.status in ('active', 'waiting_client', 'waiting_coach')) execute function emit_stage_event();
create trigger emit_moved after update on process_stage_instances
  for each row when (
    (new.status = 'done' and old.status <> 'done')
    or (new.status in ('active', 'waiting_client', 'waiting_coach') and old.status not in ('active', 'waiting_client', 'waiting_coach')))
  execute function emit_stage_event();

-- Emits one event per due date of an overdue open stage, for due dates of the last three days only.
create function emit_late_stages() returns void
language sql volatile security definer set search_path = '' as $$
  with late as (
    select i.*, p.contact_id, p.coach_id, concat_ws(':', 'stage.late', i.id, i.due_on) as once_key
    from public.process_stage_instances i join public.client_processes p on p.id = i.client_process_id
    where p.status = 'active' and i.status in ('active', 'waiting_client', 'waiting_coach')
      and (now() at time zone 'Asia/Jerusalem')::date - i.due_on between 1 and 3)
  select private.emit_event('stage.late', l.contact_id, 'stage', l.id, jsonb_build_object(
    'client_process_id', l.client_process_id, 'process_stage_id', l.process_stage_id, 'coach_id', l.coach_id), l.is_demo, l.once_key)
  from late l where not exists (select from public.domain_events e where e.once_key = l.once_key)
$$;
grant execute on function emit_late_stages() to service_role;
