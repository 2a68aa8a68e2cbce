-- Tasks with a due date. The earliest open task of an opportunity is its next step.
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
  version integer not null default 1,
  deleted_at timestamptz,
  -- The status before deletion: open tasks in the bin count as cancelled.
  restores_as text constraint unknown_status_in_bin check (restores_as in ('To Do', 'In Progress')),
  -- A subset of RFC 5545. A month without that day uses its last one.
  rrule text constraint repeat_unknown check (rrule ~ '^FREQ=(DAILY|WEEKLY|MONTHLY)(;INTERVAL=[1-9]\d?)?(;BYDAY=(SU|MO|TU|WE|TH|FR|SA)(,(SU|MO|TU|WE|TH|FR|SA)){0,6})?(;BYMONTHDAY=([1-9]|[12]\d|3[01]))?(;UNTIL=\d{8})?$'),
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  -- The previous occurrence. Unique, so that an occurrence is created once.
  follows_id uuid constraint occurrence_already_made unique references tasks (id) on delete set null,
  constraint repeat_needs_day check (rrule is null or due_date is not null)
);
create index tasks_of_user on tasks (user_id, status, due_date);
create index tasks_of_contact on tasks (contact_id);
create index tasks_of_opportunity on tasks (opportunity_id);

alter table opportunities add constraint opportunities_next_step_task_id_fkey
  foreign key (next_step_task_id) references tasks (id) on delete set null;
create index opportunities_next_step_task_id on opportunities (next_step_task_id);

alter table tasks replica identity full;
alter publication supabase_realtime add table tasks;

create index tasks_open on tasks (due_date, id) where status in ('To Do', 'In Progress');
create index tasks_done on tasks (completed_at desc, id) where status = 'Done' and deleted_at is null;
create index tasks_created_by on tasks (created_by);
