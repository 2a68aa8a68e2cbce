-- What somebody promised to do, and until when. The earliest open task of an opportunity is its next step.
create table tasks (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint task_name_length check (char_length(btrim(name)) between 1 and 200),
  due_date date,
  due_at timestamptz,
  status text not null default 'To Do' constraint unknown_status check (status in ('To Do', 'In Progress', 'Done', 'Cancelled')),
  user_id uuid default auth.uid() references auth.users (id) on delete set null,
  contact_id uuid references contacts (id) on delete cascade,
  opportunity_id uuid references opportunities (id) on delete set null,
  type text not null default 'todo' constraint unknown_type check (type in ('todo', 'call', 'email', 'whatsapp', 'meeting')),
  priority text not null default 'medium' constraint unknown_priority check (priority in ('low', 'medium', 'high')),
  completed_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  is_demo boolean not null default false,
  version integer not null default 1
);
create index tasks_of_user on tasks (user_id, status, due_date);
create index tasks_of_contact on tasks (contact_id);
create index tasks_of_opportunity on tasks (opportunity_id);

alter table opportunities add constraint opportunities_next_step_task_id_fkey
  foreign key (next_step_task_id) references tasks (id) on delete set null;
create index opportunities_next_step_task_id on opportunities (next_step_task_id);

create trigger next_version before update on tasks for each row execute function next_version();

create function settle_task() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
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
  return new;
end
$$;

create trigger settle before insert or update on tasks for each row execute function settle_task();

-- An opportunity that turns out to be somebody else's takes its tasks along.
create function follow_opportunity() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.tasks t set contact_id = new.contact_id where t.opportunity_id = new.id;
  return null;
end
$$;

create trigger tasks_follow after update on opportunities
  for each row when (old.contact_id <> new.contact_id) execute function follow_opportunity();

-- A task with a day and no hour is due when that day ends in Israel.
create function task_due(due_date date, due_at timestamptz) returns timestamptz
language sql stable set search_path = '' as $$
  select coalesce(due_at, ((due_date + 1)::timestamp at time zone 'Asia/Jerusalem') - interval '1 second')
$$;

create function note_next_step() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- In order of id, or two saves that touch the same two cards would wait for each other for ever.
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

create trigger note_next_step_of_new after insert or delete on tasks for each row execute function note_next_step();
create trigger note_next_step after update of due_date, due_at, status, contact_id, opportunity_id on tasks
  for each row execute function note_next_step();

create function tell_of_task() returns trigger
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

create trigger tell_of_new after insert on tasks
  for each row when (new.contact_id is not null) execute function tell_of_task();
create trigger tell_of_done after update on tasks
  for each row when (new.contact_id is not null and new.status = 'Done' and old.status <> 'Done') execute function tell_of_task();

alter table tasks enable row level security;
grant select, delete on tasks to authenticated;
grant insert (id, name, due_date, due_at, status, user_id, contact_id, opportunity_id, type, priority),
  update (name, due_date, due_at, status, user_id, contact_id, opportunity_id, type, priority) on tasks to authenticated;

create policy "a user sees their own tasks" on tasks for select to authenticated
  using (user_id = (select auth.uid()));
create policy "owners and admins do everything with tasks" on tasks for all to authenticated
  using ((select has_role('owner', 'admin')));
create policy "sales see the tasks of every contact" on tasks for select to authenticated
  using ((select has_role('sales')) and contact_id is not null);
create policy "a coach sees the tasks of their contacts" on tasks for select to authenticated
  using (contact_id in (select my_contact_ids()));
create policy "sales make tasks" on tasks for insert to authenticated
  with check ((select has_role('sales')));
create policy "a coach makes tasks of their own and for their contacts" on tasks for insert to authenticated
  with check ((select has_role('coach')) and (
    (contact_id is null and user_id = (select auth.uid())) or contact_id in (select my_contact_ids())));
create policy "content staff make tasks of their own" on tasks for insert to authenticated
  with check ((select has_role('content')) and user_id = (select auth.uid()) and contact_id is null and opportunity_id is null);
create policy "sales change the tasks of every contact" on tasks for update to authenticated
  using ((select has_role('sales')) and (contact_id is not null or user_id = (select auth.uid())));
create policy "a coach changes their own tasks and those of their contacts" on tasks for update to authenticated
  using ((select has_role('coach')) and (user_id = (select auth.uid()) or contact_id in (select my_contact_ids())))
  with check ((select has_role('coach')) and (contact_id is null or contact_id in (select my_contact_ids())));
create policy "content staff change their own tasks" on tasks for update to authenticated
  using ((select has_role('content')) and user_id = (select auth.uid()))
  with check ((select has_role('content')) and user_id = (select auth.uid()) and contact_id is null and opportunity_id is null);

alter table tasks replica identity full;
alter publication supabase_realtime add table tasks;
