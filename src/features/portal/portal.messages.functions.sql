-- Reminders of clients' tasks. A client gets one mail for all tasks of a day: the mail belongs to the first open task.

-- Open tasks of a day that a client sees, in order.
create function private.open_tasks_of_client(client contacts, due date) returns setof tasks
language sql stable security definer set search_path = '' as $$
  select t.* from public.tasks t join public.contacts o on o.id = t.contact_id and o.deleted_at is null
  left join public.process_stage_instances i on i.id = t.stage_instance_id
  left join public.client_processes p on p.id = i.client_process_id
  where t.due_date = due and t.status in ('To Do', 'In Progress') and t.deleted_at is null and not t.is_demo
    and coalesce(p.status, 'active') = 'active'
    and (t.shared_with is not null and o.id = client.id
      or t.shared_with = 'household' and o.household_id = client.household_id and o.household_role = 'partner' and client.household_role = 'partner')
  order by t.created_at, t.id
$$;

create function private.message_anchors_of_task(task uuid)
returns table (anchor text, at timestamptz, expires_at timestamptz, contact_id uuid, to_value text, is_partner boolean)
language sql stable security definer set search_path = '' as $$
  select 'due', (t.due_date + time '09:00') at time zone 'Asia/Jerusalem', null::timestamptz, c.id, null::text, c.id <> o.id
  from public.tasks t join public.contacts o on o.id = t.contact_id
  join public.contacts c on (c.id = o.id or c.household_id = o.household_id) and c.client_user_id is not null and c.deleted_at is null
  where t.id = task and t.due_date is not null
    and t.id = (select f.id from private.open_tasks_of_client(c, t.due_date) f limit 1)
$$;

-- The reminder of the due date replaces the one of the day before, and is replaced by the overdue reminder.
create function private.message_refusal_of_task(message scheduled_messages) returns text
language sql stable security definer set search_path = '' as $$
  select 'overtaken' where private.is_overtaken(message, array['task.soon', 'task.due', 'task.late'])
    or exists (
      select from public.message_rules r join public.tasks t on t.id = message.context_id
      where r.id = message.rule_id and r.key = 'task.soon' and t.due_date <= (now() at time zone 'Asia/Jerusalem')::date)
$$;

-- Another task of the day may become the first one by the change. Tasks are processed in the lock order, by id.
create function derive_task_messages() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  homes uuid[];
begin
  homes := array(select c.household_id from public.contacts c where c.id in (new.contact_id, old.contact_id) and c.household_id is not null);
  perform private.derive_messages('task', s.id) from (
    select coalesce(new.id, old.id) as id
    union
    select t.id from public.tasks t join public.contacts c on c.id = t.contact_id
    where t.due_date in (new.due_date, old.due_date) and t.shared_with is not null and t.status in ('To Do', 'In Progress')
      and (c.id in (new.contact_id, old.contact_id) or c.household_id = any (homes))
    order by id) s;
  return null;
end
$$;
create trigger derive_messages_of_new after insert on tasks
  for each row when (new.shared_with is not null and new.due_date is not null and not new.is_demo) execute function derive_task_messages();
create trigger derive_messages after update on tasks
  for each row when ((old.shared_with is not null or new.shared_with is not null)
    and (old.status, old.due_date, old.shared_with, old.contact_id, old.deleted_at)
      is distinct from (new.status, new.due_date, new.shared_with, new.contact_id, new.deleted_at))
  execute function derive_task_messages();
create trigger derive_messages_of_deleted after delete on tasks
  for each row when (old.shared_with is not null) execute function derive_task_messages();

-- A client who joins the portal gets reminders of existing tasks.
create function derive_task_messages_of_client() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.derive_messages('task', s.id) from (
    select t.id from public.tasks t join public.contacts c on c.id = t.contact_id
    where t.shared_with is not null and t.status in ('To Do', 'In Progress') and t.due_date is not null
      and (c.id = new.id or c.household_id = new.household_id)
    order by t.id) s;
  return null;
end
$$;
create trigger derive_task_messages after update of client_user_id on contacts
  for each row when (old.client_user_id is distinct from new.client_user_id) execute function derive_task_messages_of_client();

-- The content of a reminder: the first task, and the number of others of the day.
create function task_message_facts(task uuid, contact uuid) returns table (name text, due_on date, others integer)
language sql stable security definer set search_path = '' as $$
  select t.name, t.due_date, (select count(*)::integer - 1 from private.open_tasks_of_client(c, t.due_date))
  from public.tasks t, public.contacts c where t.id = task and c.id = contact and t.status in ('To Do', 'In Progress')
$$;
comment on function task_message_facts is 'never null';
grant execute on function task_message_facts(uuid, uuid) to service_role;
