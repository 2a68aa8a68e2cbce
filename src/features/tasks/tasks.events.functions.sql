-- Events of tasks.
create function emit_task_event() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.emit_event(case when tg_op = 'INSERT' then 'task.created' else 'task.done' end, new.contact_id, 'task', new.id,
    jsonb_build_object('user_id', new.user_id, 'opportunity_id', new.opportunity_id, 'kind', new.type), new.is_demo);
  return null;
end
$$;
create trigger emit_created after insert on tasks for each row execute function emit_task_event();
create trigger emit_done after update on tasks
  for each row when (new.status = 'Done' and old.status <> 'Done') execute function emit_task_event();

-- Open tasks past their due time: once per due time, within three days.
create function emit_overdue_tasks() returns void
language sql volatile security definer set search_path = '' as $$
  with overdue as (
    select t.*, public.task_due(t.due_date, t.due_at) as due from public.tasks t
    where t.status in ('To Do', 'In Progress') and coalesce(t.due_at, t.due_date::timestamptz) > now() - interval '4 days')
  select private.emit_event('task.overdue', t.contact_id, 'task', t.id,
    jsonb_build_object('user_id', t.user_id, 'opportunity_id', t.opportunity_id, 'kind', t.type), t.is_demo,
    concat_ws(':', 'task.overdue', t.id, extract(epoch from t.due)::bigint))
  from overdue t
  where t.due between now() - interval '3 days' and now() and not exists (select from public.domain_events e
    where e.once_key = concat_ws(':', 'task.overdue', t.id, extract(epoch from t.due)::bigint))
$$;
grant execute on function emit_overdue_tasks() to service_role;
