-- Moving a stage: status, dates, the next stage with its tasks, and activities. Events and mails are written by triggers.

create function private.manages_process(process client_processes) returns boolean
language sql stable security definer set search_path = '' as $$
  select public.has_role('owner', 'admin') or process.contact_id in (select public.my_contact_ids())
$$;

-- Creates the tasks of an opened stage. The family's tasks are shared with the family. The coach's tasks are assigned
-- to the coach or else to the business owner, because a task without an assignee is on no daily list. A stage that
-- opens again re-creates its cancelled tasks, except those in the bin, which also have the status Cancelled.
create function private.add_stage_tasks(instance uuid) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  added integer;
begin
  insert into public.tasks (name, contact_id, user_id, due_date, minutes, shared_with, stage_instance_id, created_by, is_demo)
  select t.value ->> 'name', p.contact_id, case when t.value ->> 'owner' = 'coach' then coalesce(p.coach_id, private.business_owner()) end,
    (now() at time zone 'Asia/Jerusalem')::date + coalesce((t.value ->> 'due_offset')::integer, 7), nullif((t.value ->> 'minutes')::integer, 0),
    case when t.value ->> 'owner' = 'coach' then null when p.household_id is null then 'client' else 'household' end,
    i.id, auth.uid(), i.is_demo
  from public.process_stage_instances i join public.client_processes p on p.id = i.client_process_id
  join public.process_stages s on s.id = i.process_stage_id, jsonb_array_elements(s.task_template) with ordinality t (value, place)
  where i.id = instance and not exists (
    select from public.tasks o
    where o.stage_instance_id = instance and (o.status <> 'Cancelled' or o.deleted_at is not null) and o.name = t.value ->> 'name')
  order by t.place;
  get diagnostics added = row_count;
  return added;
end
$$;

create function private.log_stage(instance uuid, type text, payload jsonb) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.activities (type, actor_kind, actor_id, contact_id, related_type, related_id, title_cache, payload, is_demo)
  select log_stage.type, case when auth.uid() is null then 'system' else 'user' end, auth.uid(), p.contact_id, 'stage', i.id, s.name,
    jsonb_strip_nulls(log_stage.payload), i.is_demo
  from public.process_stage_instances i join public.client_processes p on p.id = i.client_process_id
  join public.process_stages s on s.id = i.process_stage_id where i.id = instance
$$;

-- Moves an open stage, or opens a locked one if no other is open. The statuses done and skipped open the next stage
-- with its tasks, or complete the process after the last stage. Returns the stage that is open afterwards.
create function move_stage(instance uuid, to_status text, seen integer) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  process public.client_processes;
  moved public.process_stage_instances;
  following uuid;
begin
  select p.* into process from public.client_processes p
  where p.id = (select i.client_process_id from public.process_stage_instances i where i.id = instance) for update;
  if process.id is null or not private.manages_process(process) then raise sqlstate 'PT404' using message = 'stage_gone'; end if;
  select i.* into moved from public.process_stage_instances i where i.id = instance for update;
  if moved.version <> seen then raise sqlstate 'PT409' using message = 'stale_version'; end if;
  if process.status <> 'active' then raise sqlstate 'PT409' using message = 'process_not_active'; end if;
  if to_status not in ('active', 'waiting_client', 'waiting_coach', 'done', 'skipped') or moved.status in ('done', 'skipped')
    or (moved.status = 'locked' and to_status <> 'active') then
    raise sqlstate 'PT422' using message = 'stage_move_unknown';
  end if;
  if moved.status = 'locked' and exists (select from public.process_stage_instances i
    where i.client_process_id = process.id and i.status in ('active', 'waiting_client', 'waiting_coach')) then
    raise sqlstate 'PT409' using message = 'another_stage_open';
  end if;
  if to_status = 'skipped' and not (select s.is_skippable from public.process_stages s where s.id = moved.process_stage_id) then
    raise sqlstate 'PT422' using message = 'stage_not_skippable';
  end if;

  update public.process_stage_instances i set status = to_status where i.id = instance;
  if moved.status = 'locked' then
    perform private.open_stage(instance);
    return instance;
  end if;
  if to_status not in ('done', 'skipped') then
    perform private.log_stage(instance, 'stage.waiting', jsonb_build_object('to', to_status));
    return instance;
  end if;
  select i.id into following from public.process_stage_instances i join public.process_stages s on s.id = i.process_stage_id
  where i.client_process_id = process.id and i.status = 'locked' order by s.stage_order limit 1;
  perform private.log_stage(instance, 'stage.' || to_status, jsonb_build_object('next', (
    select s.name from public.process_stage_instances i join public.process_stages s on s.id = i.process_stage_id where i.id = following)));
  if exists (select from public.process_stage_instances i
    where i.client_process_id = process.id and i.status in ('active', 'waiting_client', 'waiting_coach')) then
    return null;
  end if;
  if following is null then
    update public.client_processes p set status = 'completed' where p.id = process.id;
    return null;
  end if;
  update public.process_stage_instances i set status = 'active' where i.id = following;
  perform private.open_stage(following);
  return following;
end
$$;
grant execute on function move_stage(uuid, text, integer) to authenticated;

-- Sets the due day and creates the tasks of an opened stage.
create function private.open_stage(instance uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.process_stage_instances i set due_on = (now() at time zone 'Asia/Jerusalem')::date + s.default_days
  from public.process_stages s where i.id = instance and s.id = i.process_stage_id and i.due_on is null and s.default_days is not null;
  perform private.add_stage_tasks(instance);
  perform private.log_stage(instance, 'stage.opened', '{}');
end
$$;

-- Reopens a finished stage, with a reason. Stages that it opened are locked again, and their open tasks are cancelled.
create function reopen_stage(instance uuid, reason text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  process public.client_processes;
  moved public.process_stage_instances;
  later uuid[];
begin
  if char_length(btrim(coalesce(reason, ''))) not between 2 and 300 then raise sqlstate 'PT422' using message = 'reopen_reason_missing'; end if;
  select p.* into process from public.client_processes p
  where p.id = (select i.client_process_id from public.process_stage_instances i where i.id = instance) for update;
  if process.id is null or not private.manages_process(process) then raise sqlstate 'PT404' using message = 'stage_gone'; end if;
  select i.* into moved from public.process_stage_instances i where i.id = instance for update;
  if moved.status not in ('done', 'skipped') then raise sqlstate 'PT409' using message = 'stage_not_done'; end if;
  if process.status = 'completed' then update public.client_processes p set status = 'active' where p.id = process.id; end if;
  later := array(select i.id from public.process_stage_instances i join public.process_stages s on s.id = i.process_stage_id
    where i.client_process_id = process.id and i.status in ('active', 'waiting_client', 'waiting_coach')
      and s.stage_order > (select o.stage_order from public.process_stages o where o.id = moved.process_stage_id));
  update public.tasks t set status = 'Cancelled' where t.stage_instance_id = any (later) and t.status in ('To Do', 'In Progress');
  update public.process_stage_instances i set status = 'locked', due_on = null where i.id = any (later);
  update public.process_stage_instances i set status = 'active' where i.id = instance;
  perform private.log_stage(instance, 'stage.reopened', jsonb_build_object('reason', btrim(reason)));
end
$$;
grant execute on function reopen_stage(uuid, text) to authenticated;

-- Cancels the open tasks of a cancelled process, both the family's and the coach's.
create function cancel_process_tasks() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.tasks t set status = 'Cancelled' from public.process_stage_instances i
  where i.client_process_id = new.id and t.stage_instance_id = i.id and t.status in ('To Do', 'In Progress');
  return null;
end
$$;
create trigger cancel_tasks after update on client_processes
  for each row when (new.status = 'cancelled' and old.status <> 'cancelled') execute function cancel_process_tasks();

-- Open tasks of a contact's active processes as {id: status}, for the undo of a cancellation. The caller must be able to move the stages.
create function private.open_process_tasks(contact uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(t.id, t.status), '{}')
  from public.client_processes p join public.process_stage_instances i on i.client_process_id = p.id
  join public.tasks t on t.stage_instance_id = i.id
  where p.contact_id = contact and p.status = 'active' and t.status in ('To Do', 'In Progress')
    and (auth.uid() is null or private.manages_process(p))
$$;
grant execute on function private.open_process_tasks(uuid) to authenticated, service_role;

-- Families in a process that the caller can see: the stage and its start, the responsible party, and overdue items.
create function clients_in_process() returns table (
  process_id uuid, contact_id uuid, contact_name text, household_name text, template_name text, coach_id uuid, stage_instance_id uuid,
  stage_name text, stage_order integer, stage_status text, opened_at timestamptz, due_on date, open_tasks bigint, late_tasks bigint,
  missing_documents bigint, received_documents bigint, has_account boolean, last_activity_at timestamptz)
language sql stable set search_path = public as $$
  select p.id, c.id, c.full_name, h.name, t.name, p.coach_id, i.id, s.name, s.stage_order, i.status, i.opened_at, i.due_on,
    (select count(*) from tasks k where k.contact_id = c.id and k.shared_with is not null and k.status in ('To Do', 'In Progress')),
    (select count(*) from tasks k where k.contact_id = c.id and k.shared_with is not null and k.status in ('To Do', 'In Progress')
      and k.due_date < (now() at time zone 'Asia/Jerusalem')::date),
    d.missing, d.received, c.client_user_id is not null, c.last_activity_at
  from client_processes p join contacts c on c.id = p.contact_id and c.deleted_at is null
  join process_templates t on t.id = p.process_template_id
  left join households h on h.id = c.household_id
  left join lateral (
    select n.* from process_stage_instances n join process_stages o on o.id = n.process_stage_id
    where n.client_process_id = p.id and n.status in ('active', 'waiting_client', 'waiting_coach') order by o.stage_order limit 1) i on true
  left join process_stages s on s.id = i.process_stage_id
  -- Documents of the open stage: missing from the family, and awaiting review by staff.
  cross join lateral (
    select count(*) filter (where k.status in ('missing', 'returned')) as missing, count(*) filter (where k.status = 'received') as received
    from stage_documents o, lateral (select private.stage_document_status(i.id, o.id, null) as status) k where o.stage_id = s.id) d
  where p.status = 'active' and is_staff()
  order by s.stage_order nulls last, i.opened_at, p.id
$$;
comment on function clients_in_process is 'never null: process_id, contact_id, contact_name, template_name, open_tasks, late_tasks, missing_documents, received_documents, has_account';
grant execute on function clients_in_process() to authenticated;
