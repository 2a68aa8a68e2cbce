-- Numbers that a coach asks a client to report. Their values are sealed by the server.
create table metrics (
  id uuid primary key default gen_random_uuid(),
  contact_id uuid not null references contacts (id) on delete cascade,
  name text not null constraint metric_name_length check (char_length(btrim(name)) between 1 and 80),
  unit text not null constraint unknown_metric_unit check (unit in ('money', 'percent', 'count')),
  every text not null constraint unknown_metric_frequency check (every in ('week', 'month')),
  -- The first period is the one of this day.
  starts_on date not null default (now() at time zone 'Asia/Jerusalem')::date,
  -- As of tasks: 'household' is seen and reported by the partner, too.
  shared_with text not null default 'client' constraint metric_shared_with_unknown check (shared_with in ('client', 'household')),
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  is_demo boolean not null default false,
  version integer not null default 1
);
create index metrics_of_contact on metrics (contact_id);

-- A week (from Sunday) or a month of a metric, with its value once it is reported.
create table metric_periods (
  id uuid primary key default gen_random_uuid(),
  metric_id uuid not null references metrics (id) on delete cascade,
  starts_on date not null,
  -- The day after its last one: the value is asked for on this day.
  due_on date not null,
  -- Additional authenticated data of the seal. No foreign key: a merge of contacts or households leaves it.
  sealed_for uuid,
  sealed bytea,
  reported_by uuid references contacts (id) on delete set null,
  reported_at timestamptz,
  constraint metric_period_twice unique (metric_id, starts_on),
  constraint metric_period_ends check (due_on > starts_on),
  constraint metric_value_whole check ((sealed is null) = (reported_at is null) and (sealed is null) = (sealed_for is null))
);
create index metric_periods_reported_by on metric_periods (reported_by);

-- Each reading by staff, shown to the client.
create table metric_reads (
  id uuid primary key default gen_random_uuid(),
  contact_id uuid not null references contacts (id) on delete cascade,
  -- No foreign key: the entry outlives the user.
  read_by uuid not null,
  reader_name text not null,
  at timestamptz not null default now()
);
create index metric_reads_of_contact on metric_reads (contact_id, at desc);

insert into message_contexts (type, label) values ('metric', 'מספר לעדכון');
insert into message_anchors (context_type, anchor, label) values ('metric', 'due', 'היום שבו מבקשים את המספר');
insert into message_rules (key, name, context_type, anchor, offset_minutes, purpose, template_key, position) values
  ('metric.due', 'תזכורת לעדכן מספר', 'metric', 'due', 0, 'service', 'metric_due', 26);
insert into email_kinds (kind, tokens, has_link) values ('metric_due', '{businessName,firstName,metricName,metricPeriod}', true);
