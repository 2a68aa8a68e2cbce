-- Automations and sequences: definitions, published versions, a run per contact with its steps.
create table automations (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint automation_name_length check (name = btrim(name) and char_length(name) between 1 and 120),
  kind text not null default 'automation' constraint unknown_automation_kind check (kind in ('automation', 'sequence')),
  status text not null default 'draft' constraint unknown_automation_status check (status in ('draft', 'enabled', 'paused', 'archived')),
  -- Of the draft. A version has its own.
  definition jsonb not null constraint automation_definition_is_an_object check (jsonb_typeof(definition) = 'object' and pg_column_size(definition) < 200000),
  -- The published version that new runs get.
  current_version integer,
  -- 'breaker' after too many failures, 'loop' after a chain of automations that cause each other.
  paused_because text constraint unknown_pause check (paused_because in ('owner', 'breaker', 'loop')),
  -- Failures are counted from here.
  enabled_at timestamptz,
  -- The key of the ready recipe that it was made from.
  recipe text,
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  is_demo boolean not null default false,
  constraint enabled_without_version check (status <> 'enabled' or current_version is not null),
  constraint paused_for_a_reason check ((status = 'paused') = (paused_because is not null))
);

create table automation_versions (
  automation_id uuid not null references automations (id) on delete cascade,
  version integer not null,
  definition jsonb not null,
  -- Derived from the definition: the events that start a run and change one, and what it reads and changes.
  trigger_types text[] not null,
  listens text[] not null,
  touches text[] not null,
  published_by uuid default auth.uid() references auth.users (id) on delete set null,
  published_at timestamptz not null default now(),
  primary key (automation_id, version)
);
create index automation_versions_triggers on automation_versions using gin (trigger_types);
create index automation_versions_touches on automation_versions using gin (touches);

create table automation_runs (
  id uuid primary key default gen_random_uuid(),
  automation_id uuid not null,
  version integer not null,
  contact_id uuid not null references contacts (id) on delete cascade,
  status text not null default 'queued' constraint unknown_run_status
    check (status in ('queued', 'waiting', 'running', 'completed', 'exited', 'failed', 'canceled')),
  -- No foreign key: the run outlives the event.
  trigger_event_id bigint,
  -- Depth of the trigger event in its chain of causes; the run's own events are one deeper. It limits loops.
  depth smallint not null default 0,
  -- The state of the step function.
  state jsonb not null,
  current_step text,
  -- The planned time of the next transition, and the time of its next attempt.
  due_at timestamptz,
  resume_at timestamptz,
  attempts integer not null default 0,
  error text,
  exit_reason text,
  entered_at timestamptz not null default now(),
  ended_at timestamptz,
  is_dry_run boolean not null default false,
  is_demo boolean not null default false,
  foreign key (automation_id, version) references automation_versions (automation_id, version) on delete cascade,
  constraint run_of_event_exists unique (automation_id, trigger_event_id),
  constraint active_run_is_due check (status not in ('queued', 'waiting', 'running') or resume_at is not null)
);
create unique index contact_already_inside on automation_runs (automation_id, contact_id) where status in ('queued', 'waiting', 'running');
create index automation_runs_due on automation_runs (resume_at) where status in ('queued', 'waiting', 'running');
create index automation_runs_of_contact on automation_runs (contact_id, entered_at desc);
create index automation_runs_newest on automation_runs (automation_id, entered_at desc);
create index automation_runs_ended on automation_runs (automation_id, ended_at desc) where ended_at is not null;

create table automation_run_steps (
  run_id uuid not null references automation_runs (id) on delete cascade,
  seq integer not null,
  step_id text not null,
  status text not null constraint unknown_step_outcome check (status in
    ('done', 'skipped', 'waiting', 'waited', 'happened', 'timed_out', 'yes', 'no', 'goal', 'exited', 'failed')),
  -- The effect that the step function asked for, and what it led to.
  input jsonb,
  output jsonb,
  error text,
  -- The time that the step function saw.
  at timestamptz not null,
  finished_at timestamptz not null default clock_timestamp(),
  primary key (run_id, seq)
);
create index automation_run_steps_of_step on automation_run_steps (step_id, run_id);

-- The contacts that were in the list of an automation at the last look.
create table automation_list_members (
  automation_id uuid not null references automations (id) on delete cascade,
  contact_id uuid not null references contacts (id) on delete cascade,
  constraint member_already_there primary key (automation_id, contact_id)
);
create index automation_list_members_of_contact on automation_list_members (contact_id);
