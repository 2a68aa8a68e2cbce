create trigger next_version before update on process_templates for each row execute function next_version();
create trigger next_version before update on process_stages for each row execute function next_version();
create trigger next_version before update on client_processes for each row execute function next_version();
create trigger next_version before update on process_stage_instances for each row execute function next_version();

create function set_template_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.process_templates t where t.id = new.process_template_id and t.published_at is null) then
    raise sqlstate 'PT422' using message = 'template_not_published';
  end if;
  new.template_version := coalesce(new.template_version,
    (select t.version from public.process_templates t where t.id = new.process_template_id), 1);
  return new;
end
$$;

create trigger set_template_version before insert on client_processes
  for each row execute function set_template_version();
comment on trigger set_template_version on client_processes is 'sets: template_version';

-- Derives dates from the status, and checks that the stage belongs to the process's template.
create function stage_instances_before_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' and not exists (
    select from public.client_processes p join public.process_stages s on s.template_id = p.process_template_id
    where p.id = new.client_process_id and s.id = new.process_stage_id
  ) then
    raise sqlstate 'PT422' using message = 'stage_of_another_template';
  end if;
  new.opened_at := case new.status
    when 'locked' then null
    when 'skipped' then new.opened_at
    else coalesce(new.opened_at, now())
  end;
  if new.status <> 'done' then
    new.done_at := null;
    new.done_by := null;
  elsif tg_op = 'INSERT' or old.status <> 'done' then
    new.done_at := coalesce(new.done_at, now());
    new.done_by := coalesce(new.done_by, auth.uid());
  end if;
  return new;
end
$$;

create trigger set_derived before insert or update on process_stage_instances for each row execute function stage_instances_before_write();

-- Updates the template when one of its stages changes, which increments its version. The trigger is created after the
-- default stages, which do not count as changes.
create function touch_template() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.process_templates t set is_active = t.is_active
  where t.id = case when tg_op = 'DELETE' then old.template_id else new.template_id end;
  return null;
end
$$;

create trigger touch_template after insert or update or delete on process_stages
  for each row execute function touch_template();

-- Access to processes.

-- Processes of the signed-in client, and those shared by their partner's household. Security definer, because the policies of contacts and
-- processes call it.
create function my_process_ids() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select p.id from public.client_processes p
  where p.contact_id = (select public.my_client_contact_id())
    or (p.household_id is not null and p.contact_id in (select public.my_household_contact_ids()))
$$;

grant execute on function my_process_ids() to authenticated, service_role;

create view private.contact_access_via_processes as
  select coach_id as user_id, contact_id from public.client_processes;

-- Creates the stages of a new process. The first one is open, with its due day and tasks.
create function private.lay_out_stages(process uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into public.process_stage_instances (client_process_id, process_stage_id, status, due_on, is_demo)
  select p.id, s.id, case when s.place = 1 then 'active' else 'locked' end,
    case when s.place = 1 and s.default_days is not null then (now() at time zone 'Asia/Jerusalem')::date + s.default_days end, p.is_demo
  from public.client_processes p join (
    select o.*, row_number() over (partition by o.template_id order by o.stage_order) as place from public.process_stages o) s
    on s.template_id = p.process_template_id
  where p.id = process;
  perform private.add_stage_tasks(i.id) from public.process_stage_instances i where i.client_process_id = process and i.status = 'active';
end
$$;

-- Creates the stages of a process that the caller has inserted. Refusal: stage_gone.
create function private.begin_process(process uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not exists (select from public.client_processes p where p.id = process and (auth.uid() is null
      or public.has_role('owner', 'admin', 'sales') or p.contact_id in (select public.my_contact_ids())))
    or exists (select from public.process_stage_instances i where i.client_process_id = process) then
    raise sqlstate 'PT404' using message = 'stage_gone';
  end if;
  perform private.lay_out_stages(process);
end
$$;
grant execute on function private.begin_process(uuid) to authenticated, service_role;

-- The user as the coach of a process: null unless in a role that can move stages.
create function private.as_coach(person uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select person where (auth.uid() is null or public.has_role('owner', 'admin', 'sales', 'coach')) and exists (
    select from public.user_roles r where r.user_id = person and r.is_active and r.role in ('owner', 'admin', 'coach'))
$$;
grant execute on function private.as_coach(uuid) to authenticated, service_role;

-- Starts a process from its template, with the first stage open. Does nothing if one of the same template is active.
-- The contact's owner becomes the coach if their role can move stages.
create function private.start_process(contact uuid, template uuid, is_demo boolean default false) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  started uuid;
begin
  insert into public.client_processes (contact_id, household_id, process_template_id, coach_id, is_demo)
  select c.id, c.household_id, template, private.as_coach(c.owner_id), start_process.is_demo
  from public.contacts c where c.id = contact
  on conflict do nothing
  returning id into started;
  if started is null then return null; end if;
  perform private.lay_out_stages(started);
  return started;
end
$$;
