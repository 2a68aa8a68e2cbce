-- The page behind a mailed link to a task: its data (null for a deleted task), and completing the task.
create function private.action_facts_of_task(task uuid, contact uuid, made_at timestamptz) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case
    when p.status = 'cancelled' then jsonb_build_object('state', 'gone', 'gone', 'process')
    when i.status in ('locked', 'skipped') then jsonb_build_object('state', 'gone', 'gone', 'stage')
    when t.deleted_at is not null or t.status = 'Cancelled' then jsonb_build_object('state', 'gone', 'gone', 'task')
    when t.status = 'Done' then jsonb_build_object('state', 'done')
    else jsonb_build_object('name', t.name, 'dueOn', t.due_date, 'minutes', t.minutes,
      'stage', case when s.visible_to_client then s.name end) end
  from public.tasks t
  join public.contacts c on c.id = contact
  left join public.process_stage_instances i on i.id = t.stage_instance_id
  left join public.process_stages s on s.id = i.process_stage_id
  left join public.client_processes p on p.id = i.client_process_id
  where t.id = task and (t.shared_with is not null and t.contact_id = c.id
    or t.shared_with = 'household' and c.household_role = 'partner' and exists (select from public.contacts o
      where o.id = t.contact_id and o.household_id = c.household_id and o.household_role = 'partner' and o.deleted_at is null))
$$;

create function finish_linked_task(task uuid) returns void
language sql volatile security definer set search_path = '' as $$
  update public.tasks t set status = 'Done' where t.id = task and t.status in ('To Do', 'In Progress')
$$;
revoke execute on function finish_linked_task(uuid) from public;
grant execute on function finish_linked_task(uuid) to service_role;
