create trigger next_version before update on tasks for each row execute function next_version();

create function tasks_before_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- An open task in the bin is cancelled, so queries for open tasks need no condition on deleted_at.
  if tg_op = 'UPDATE' and old.deleted_at is not null and new.deleted_at is null then
    new.status := coalesce(old.restores_as, new.status);
    new.restores_as := null;
  elsif new.deleted_at is not null and new.status in ('To Do', 'In Progress') then
    new.restores_as := new.status;
    new.status := 'Cancelled';
  end if;
  if new.status <> 'Done' then
    new.completed_at := null;
  elsif tg_op = 'INSERT' or old.status <> 'Done' then
    new.completed_at := coalesce(new.completed_at, now());
  end if;
  if new.contact_id is null and new.opportunity_id is not null then
    new.contact_id := (select o.contact_id from public.opportunities o where o.id = new.opportunity_id);
  end if;
  if (tg_op = 'INSERT' or (new.opportunity_id, new.contact_id) is distinct from (old.opportunity_id, old.contact_id))
    and exists (
      select from public.opportunities o where o.id = new.opportunity_id and o.contact_id is distinct from new.contact_id
    ) then
    raise sqlstate 'PT422' using message = 'opportunity_of_another_contact';
  end if;
  if new.due_at is not null then
    new.due_date := (new.due_at at time zone 'Asia/Jerusalem')::date;
  end if;
  -- Preserves the day of the month, such as the 31st after February.
  if new.rrule like 'FREQ=MONTHLY%' and new.rrule !~ 'BYMONTHDAY' and new.due_date is not null then
    new.rrule := regexp_replace(new.rrule, '(;UNTIL=|$)', ';BYMONTHDAY=' || extract(day from new.due_date)::integer || '\1');
  end if;
  return new;
end
$$;

create trigger set_derived before insert or update on tasks for each row execute function tasks_before_write();

-- Tasks of an opportunity follow its contact.
create function move_tasks_of_opportunity() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.tasks t set contact_id = new.contact_id where t.opportunity_id = new.id;
  return null;
end
$$;

create trigger tasks_follow_contact after update on opportunities
  for each row when (old.contact_id <> new.contact_id) execute function move_tasks_of_opportunity();

-- A task with a date only is due at the end of that day in Israel.
create function task_due(due_date date, due_at timestamptz) returns timestamptz
language sql stable set search_path = '' as $$
  select coalesce(due_at, ((due_date + 1)::timestamp at time zone 'Asia/Jerusalem') - interval '1 second')
$$;

grant execute on function task_due(date, timestamptz) to authenticated;

create function refresh_next_step() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- In the order of ids, to avoid deadlocks.
  cards constant uuid[] := array(select distinct id from unnest(array[case when tg_op <> 'INSERT' then old.opportunity_id end, case when tg_op <> 'DELETE' then new.opportunity_id end]) id where id is not null order by id);
  people constant uuid[] := array(select distinct id from unnest(array[case when tg_op <> 'INSERT' then old.contact_id end, case when tg_op <> 'DELETE' then new.contact_id end]) id where id is not null order by id);
  one uuid;
begin
  foreach one in array cards loop
    update public.opportunities o set (next_step_task_id, next_step_at) = (
      select t.id, public.task_due(t.due_date, t.due_at) from public.tasks t
      where t.opportunity_id = one and t.status in ('To Do', 'In Progress')
      order by 2 nulls last, t.created_at, t.id limit 1)
    where o.id = one;
  end loop;
  foreach one in array people loop
    update public.contacts c set next_step_at = (
      select min(public.task_due(t.due_date, t.due_at)) from public.tasks t
      where t.contact_id = one and t.status in ('To Do', 'In Progress'))
    where c.id = one;
  end loop;
  return null;
end
$$;

create trigger refresh_next_step_of_new after insert or delete on tasks for each row execute function refresh_next_step();
create trigger refresh_next_step after update of due_date, due_at, status, contact_id, opportunity_id, deleted_at on tasks
  for each row execute function refresh_next_step();

create function log_task_activity() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.activities (type, happened_at, actor_kind, actor_id, contact_id, opportunity_id, related_type, related_id, title_cache, is_demo)
  values (case when tg_op = 'INSERT' then 'task.created' else 'task.done' end,
    case when tg_op = 'INSERT' then new.created_at else clock_timestamp() end,
    case when auth.uid() is null then 'system' else 'user' end, auth.uid(),
    new.contact_id, new.opportunity_id, 'task', new.id, new.name, new.is_demo);
  return null;
end
$$;

create trigger timeline_created after insert on tasks
  for each row when (new.contact_id is not null) execute function log_task_activity();
create trigger timeline_done after update on tasks
  for each row when (new.contact_id is not null and new.status = 'Done' and old.status <> 'Done') execute function log_task_activity();

-- The next date of a recurrence rule after `after`. Weeks begin on Sunday. Null if there is none.
create function next_occurrence(rrule text, due date, after date) returns date
language plpgsql immutable set search_path = '' as $$
declare
  every constant integer := coalesce(substring(rrule from 'INTERVAL=(\d+)')::integer, 1);
  days constant text[] := string_to_array(substring(rrule from 'BYDAY=([A-Z,]+)'), ',');
  month_day constant integer := coalesce(substring(rrule from 'BYMONTHDAY=(\d+)')::integer, extract(day from due)::integer);
  until constant text := substring(rrule from 'UNTIL=(\d{8})');
  floor_day constant date := greatest(due, after);
  a_sunday constant date := date '2000-01-02';
  a_month date;
  months integer;
  found date;
begin
  if rrule like 'FREQ=DAILY%' then
    found := due + every * ((floor_day - due) / every + 1);
  elsif rrule like 'FREQ=WEEKLY%' then
    select min(day::date) into found
    from generate_series(floor_day + 1, floor_day + 7 * (every + 1), interval '1 day') day
    where ((day::date - a_sunday) / 7 - (due - a_sunday) / 7) % every = 0
      and (array['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'])[extract(dow from day)::integer + 1]
        = any (coalesce(days, array[(array['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'])[extract(dow from due)::integer + 1]]));
  else
    a_month := date_trunc('month', due)::date;
    months := (extract(year from floor_day)::integer - extract(year from due)::integer) * 12
      + extract(month from floor_day)::integer - extract(month from due)::integer;
    for step in months / every .. months / every + 1 loop
      found := least(
        (a_month + make_interval(months => step * every))::date + month_day - 1,
        (a_month + make_interval(months => step * every + 1))::date - 1);
      exit when found > floor_day;
    end loop;
  end if;
  return case when until is null or to_char(found, 'YYYYMMDD') <= until then found end;
end
$$;

grant execute on function next_occurrence(text, date, date) to authenticated, service_role;

-- Completing a recurring task creates the next occurrence, at the same local time in Israel. Reopening and completing it again creates no
-- second one.
create function repeat_task() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  next_day date;
begin
  if new.status = 'Done' then
    next_day := public.next_occurrence(new.rrule, new.due_date, (now() at time zone 'Asia/Jerusalem')::date);
    if next_day is null then return null; end if;
    insert into public.tasks (name, due_date, due_at, user_id, contact_id, opportunity_id, type, priority, rrule, created_by, follows_id, is_demo)
    values (new.name, next_day,
      (next_day + (new.due_at at time zone 'Asia/Jerusalem')::time) at time zone 'Asia/Jerusalem',
      new.user_id, new.contact_id, new.opportunity_id, new.type, new.priority, new.rrule, new.created_by, new.id, new.is_demo)
    on conflict on constraint occurrence_already_made do nothing;
  else
    with unmade as (
      delete from public.tasks t where t.follows_id = new.id and t.version = 1 and t.status = 'To Do' returning t.id
    )
    delete from public.activities a using unmade where a.related_type = 'task' and a.related_id = unmade.id;
  end if;
  return null;
end
$$;

create trigger repeat after update of status on tasks
  for each row when (new.rrule is not null and new.deleted_at is null and (old.status = 'Done') <> (new.status = 'Done'))
  execute function repeat_task();

-- Whether a user is staff, and may be assigned tasks.
create function is_colleague(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.user_roles r where r.user_id = person and r.is_active and r.role <> 'client')
$$;

grant execute on function is_colleague(uuid) to authenticated, service_role;

-- Whether the task is assigned to the caller and has this contact and opportunity. It reads the row before the update:
-- an assignee can complete a task about a contact that they cannot see, but not move it to another contact.
create function private.is_own_task_about(task uuid, contact uuid, opportunity uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.tasks t where t.id = task and t.user_id = auth.uid()
    and t.contact_id is not distinct from contact and t.opportunity_id is not distinct from opportunity)
$$;
grant execute on function private.is_own_task_about(uuid, uuid, uuid) to authenticated;

-- One notification per colleague and statement.
create function notify_assignees() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is null then return null; end if;
  if tg_op = 'INSERT' then
    perform public.notify_of_assigned_tasks(array(
      select g.id from given g where g.user_id <> auth.uid() and g.follows_id is null));
  else
    perform public.notify_of_assigned_tasks(array(
      select g.id from given g join taken t on t.id = g.id
      where g.user_id <> auth.uid() and g.user_id is distinct from t.user_id));
  end if;
  return null;
end
$$;

create function notify_of_assigned_tasks(ids uuid[]) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.notifications (user_id, type, title, message, related_entity_type, related_entity_id, metadata)
  select t.user_id, 'task.assigned',
    case when count(*) = 1 then 'משימה חדשה ברשימה שלכם' else count(*) || ' משימות חדשות ברשימה שלכם' end,
    concat_ws(': ', (select 'מאת ' || nullif(btrim(u.raw_user_meta_data ->> 'full_name'), '') from auth.users u where u.id = auth.uid()),
      left(string_agg(t.name, ', ' order by t.due_date nulls last, t.name), 300)),
    'task', case when count(*) = 1 then (array_agg(t.id))[1] end, jsonb_build_object('count', count(*), 'by', auth.uid())
  from public.tasks t
  where t.id = any (ids) and t.status in ('To Do', 'In Progress') and public.is_colleague(t.user_id)
  group by t.user_id
$$;

create trigger notify_assignees_of_new after insert on tasks
  referencing new table as given for each statement execute function notify_assignees();
create trigger notify_assignees after update on tasks
  referencing old table as taken new table as given for each statement execute function notify_assignees();

-- Updates several tasks: [{ "id", "version"?, "status"?, "due_date"?, "due_at"?, … }]. With the caller's rights; missing, forbidden and
-- stale rows are skipped. Returns the changed rows.
create function change_tasks(changes jsonb) returns setof tasks
language plpgsql volatile set search_path = public as $$
begin
  if jsonb_array_length(changes) > 1000 then raise sqlstate 'PT422' using message = 'too_many_tasks'; end if;
  return query
  update tasks t set
    name = case when c.change ? 'name' then c.change ->> 'name' else t.name end,
    status = case when c.change ? 'status' then c.change ->> 'status' else t.status end,
    due_date = case when c.change ? 'due_date' then (c.change ->> 'due_date')::date else t.due_date end,
    due_at = case when c.change ? 'due_at' then (c.change ->> 'due_at')::timestamptz else t.due_at end,
    user_id = case when c.change ? 'user_id' then (c.change ->> 'user_id')::uuid else t.user_id end,
    contact_id = case when c.change ? 'contact_id' then (c.change ->> 'contact_id')::uuid else t.contact_id end,
    opportunity_id = case when c.change ? 'opportunity_id' then (c.change ->> 'opportunity_id')::uuid else t.opportunity_id end,
    type = case when c.change ? 'type' then c.change ->> 'type' else t.type end,
    priority = case when c.change ? 'priority' then c.change ->> 'priority' else t.priority end,
    rrule = case when c.change ? 'rrule' then c.change ->> 'rrule' else t.rrule end,
    deleted_at = case when c.change ? 'deleted_at' then (c.change ->> 'deleted_at')::timestamptz else t.deleted_at end
  from (select (change ->> 'id')::uuid as id, change from jsonb_array_elements(changes) change) c
  where t.id = c.id and (not c.change ? 'version' or t.version = (c.change ->> 'version')::integer)
  returning t.*;
end
$$;

grant execute on function change_tasks(jsonb) to authenticated;
