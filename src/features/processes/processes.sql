-- The way a family walks with a coach: a template says which stages there are, a process is one family on that way.
create table process_templates (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint template_name_length check (char_length(btrim(name)) between 1 and 120),
  description text not null default '' constraint template_description_length check (char_length(description) <= 2000),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  version integer not null default 1
);

create table process_stages (
  id uuid primary key default gen_random_uuid(),
  template_id uuid not null references process_templates (id) on delete cascade,
  name text not null constraint stage_name_length check (char_length(btrim(name)) between 1 and 80),
  stage_order integer not null constraint stage_order_positive check (stage_order > 0),
  description text not null default '' constraint stage_description_length check (char_length(description) <= 2000),
  -- What is done in a stage, or what it is in the course of the whole: templates are written either way.
  stage_type text not null constraint unknown_stage_type check (stage_type in (
    'meeting', 'form', 'task', 'document', 'payment', 'content', 'milestone',
    'discovery', 'plan', 'action', 'review', 'build', 'close')),
  goal text not null default '' constraint stage_goal_length check (char_length(goal) <= 300),
  -- When a stage counts as done, in words that both sides read.
  completion_rule text not null default '' constraint completion_rule_length check (char_length(completion_rule) <= 500),
  default_days integer constraint default_days_positive check (default_days > 0),
  is_skippable boolean not null default false,
  visible_to_client boolean not null default true,
  -- What there is to do: [{ name, owner: client | coach | both, due_offset, minutes }].
  task_template jsonb not null default '[]' constraint task_template_is_a_list check (jsonb_typeof(task_template) = 'array'),
  version integer not null default 1,
  -- At the end of the statement, so that stages can change places in one.
  constraint stage_order_taken unique (template_id, stage_order) deferrable
);

create table client_processes (
  id uuid primary key default gen_random_uuid(),
  contact_id uuid not null references contacts (id) on delete cascade,
  household_id uuid references households (id) on delete set null,
  process_template_id uuid not null constraint template_in_use references process_templates (id),
  -- The template as it was when the family set out.
  template_version integer not null,
  status text not null default 'active' constraint unknown_status check (status in ('active', 'paused', 'completed', 'cancelled')),
  coach_id uuid references auth.users (id) on delete set null,
  started_on date not null default (now() at time zone 'Asia/Jerusalem')::date,
  target_end date,
  created_at timestamptz not null default now(),
  is_demo boolean not null default false,
  version integer not null default 1,
  constraint ends_before_it_starts check (target_end >= started_on)
);
create index client_processes_of_contact on client_processes (contact_id, status);
create index client_processes_household_id on client_processes (household_id);
create index client_processes_coach_id on client_processes (coach_id);
create index client_processes_process_template_id on client_processes (process_template_id);
create unique index already_on_this_way on client_processes (contact_id, process_template_id) where status = 'active';

create table process_stage_instances (
  id uuid primary key default gen_random_uuid(),
  client_process_id uuid not null references client_processes (id) on delete cascade,
  process_stage_id uuid not null constraint stage_in_use references process_stages (id),
  status text not null default 'locked'
    constraint unknown_status check (status in ('locked', 'active', 'waiting_client', 'waiting_coach', 'done', 'skipped')),
  opened_at timestamptz,
  due_on date,
  done_at timestamptz,
  -- No foreign key: what happened stays true after the user is gone.
  done_by uuid,
  -- From the coach to the family: both sides read it.
  note text constraint note_length check (char_length(note) <= 2000),
  is_demo boolean not null default false,
  version integer not null default 1,
  constraint stage_already_there unique (client_process_id, process_stage_id),
  constraint done_has_its_time check ((status = 'done') = (done_at is not null))
);
create index process_stage_instances_process_stage_id on process_stage_instances (process_stage_id);

create trigger next_version before update on process_templates for each row execute function next_version();
create trigger next_version before update on process_stages for each row execute function next_version();
create trigger next_version before update on client_processes for each row execute function next_version();
create trigger next_version before update on process_stage_instances for each row execute function next_version();

create function note_template_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.template_version := coalesce(new.template_version,
    (select t.version from public.process_templates t where t.id = new.process_template_id), 1);
  return new;
end
$$;

create trigger note_template_version before insert on client_processes
  for each row execute function note_template_version();

-- The dates follow the status, and a stage belongs to the way that is walked.
create function settle_stage() returns trigger
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

create trigger settle before insert or update on process_stage_instances for each row execute function settle_stage();
