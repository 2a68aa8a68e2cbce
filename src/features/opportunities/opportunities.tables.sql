-- Sales: opportunities in the stages of a pipeline. Triggers keep stage, status, dates, rank and history consistent, whatever the writer.
create table pipelines (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(btrim(name)) between 1 and 80),
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  version integer not null default 1
);
create unique index one_default_pipeline on pipelines (is_default) where is_default;

create table pipeline_stages (
  id uuid primary key default gen_random_uuid(),
  pipeline_id uuid not null references pipelines (id) on delete cascade,
  slug text not null check (slug ~ '^[a-z][a-z0-9_]*$'),
  name text not null check (char_length(btrim(name)) between 1 and 60),
  position integer not null,
  probability integer not null check (probability between 0 and 100),
  kind text not null default 'open' check (kind in ('open', 'won', 'lost')),
  -- After so many days in this stage an opportunity counts as stale. Null: never.
  rot_days integer check (rot_days > 0),
  color text not null check (color ~ '^stage-[1-6]$'),
  version integer not null default 1,
  constraint stage_slug_taken unique (pipeline_id, slug),
  unique (pipeline_id, id, slug)
);

create table lost_reasons (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (char_length(btrim(name)) between 1 and 60),
  position integer not null,
  is_active boolean not null default true,
  version integer not null default 1
);

create table opportunities (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint opportunity_name_length check (char_length(btrim(name)) between 1 and 160),
  contact_id uuid not null references contacts (id),
  household_id uuid references households (id) on delete set null,
  pipeline_id uuid not null constraint pipeline_in_use references pipelines (id),
  stage_id uuid not null,
  stage text not null,
  amount_agorot bigint not null default 0 constraint amount_negative check (amount_agorot >= 0),
  probability_override integer constraint probability_out_of_range check (probability_override between 0 and 100),
  expected_close_on date,
  owner_id uuid references auth.users (id) on delete set null,
  source text,
  status text not null check (status in ('open', 'won', 'lost')),
  lost_reason_id uuid constraint unknown_lost_reason references lost_reasons (id),
  lost_note text constraint lost_note_length check (char_length(lost_note) <= 2000),
  stage_entered_at timestamptz not null,
  closed_at timestamptz,
  next_step_at timestamptz,
  next_step_task_id uuid,
  -- The order in the column: smaller is higher. Compared byte by byte, here and in the browser.
  rank text collate "C" not null check (rank ~ '^\d{12}[0-9A-Za-z]*$'),
  created_at timestamptz not null default clock_timestamp(),
  deleted_at timestamptz,
  is_demo boolean not null default false,
  version integer not null default 1,
  custom jsonb not null default '{}' check (jsonb_typeof(custom) = 'object'),
  product_id uuid references products (id) on delete set null,
  -- Why a closed opportunity was reopened. Null while it is closed.
  reopened_because text constraint reopen_reason_length check (char_length(btrim(reopened_because)) between 1 and 500),
  constraint stage_of_another_pipeline foreign key (pipeline_id, stage_id, stage)
    references pipeline_stages (pipeline_id, id, slug) on update cascade,
  constraint lost_reason_required check ((status = 'lost') = (lost_reason_id is not null)),
  constraint closed_when_not_open check ((status = 'open') = (closed_at is null)),
  constraint rank_taken unique (stage_id, rank)
);
create index opportunities_contact_id on opportunities (contact_id);
create index opportunities_household_id on opportunities (household_id);
create index opportunities_owner_id on opportunities (owner_id);
create index opportunities_pipeline_id on opportunities (pipeline_id);

create table opportunity_stage_history (
  id uuid primary key default gen_random_uuid(),
  opportunity_id uuid not null references opportunities (id) on delete cascade,
  from_stage text,
  to_stage text not null,
  at timestamptz not null default now(),
  -- No foreign key: the entry outlives the user.
  actor_id uuid,
  seconds_in_from bigint,
  is_demo boolean not null default false
);
create index opportunity_stage_history_of on opportunity_stage_history (opportunity_id, at);

-- The last move of each opportunity, for its undo. Written by the functions that move; not served by the API.
create table private.opportunity_moves (
  opportunity_id uuid primary key references opportunities (id) on delete cascade,
  moved_by uuid,
  began_at timestamptz not null,
  ended_at timestamptz not null,
  -- Of the opportunity after the move.
  version integer not null,
  -- {"opportunity": row, "lifecycle"} before the move.
  was jsonb not null,
  -- {"task": id, "process": id, "stopped": [id], "lifecycle"}
  made jsonb not null default '{}'
);

-- Default rows of an installation; owners edit them.
with pipeline as (
  insert into pipelines (name, is_default) values ('צינור מכירות', true) returning id
)
insert into pipeline_stages (pipeline_id, slug, name, position, probability, kind, rot_days, color)
select pipeline.id, stage.* from pipeline, (values
  ('new', 'פנייה חדשה', 1, 5, 'open', 2, 'stage-1'),
  ('contacted', 'נוצר קשר', 2, 15, 'open', 5, 'stage-2'),
  ('call_scheduled', 'נקבעה שיחת היכרות', 3, 30, 'open', 14, 'stage-2'),
  ('call_done', 'התקיימה שיחה', 4, 45, 'open', 3, 'stage-3'),
  ('proposal', 'נשלחה הצעה', 5, 60, 'open', 7, 'stage-4'),
  ('followup', 'במעקב', 6, 50, 'open', 21, 'stage-4'),
  ('won', 'נסגרה בהצלחה', 7, 100, 'won', null, 'stage-5'),
  ('lost', 'לא הבשילה', 8, 0, 'lost', null, 'stage-6'),
  ('nurture', 'לטיפוח', 9, 10, 'open', 90, 'stage-1')
) stage;

insert into lost_reasons (name, position) values
  ('מחיר', 1), ('תזמון', 2), ('לא מתאים מקצועית', 3), ('בחירה בגורם אחר', 4),
  ('אין מענה', 5), ('הופנה לסיוע משפטי', 6), ('נפתחה פעמיים', 7);

alter table opportunities replica identity full;
alter publication supabase_realtime add table opportunities;

create index opportunities_product_id on opportunities (product_id);
create index opportunities_search on opportunities using gin (he_norm(name) extensions.gin_trgm_ops);

-- The filter of board, table and forecast. Null fields do not filter.
create type opportunity_filter as (
  query text,
  -- The zero UUID selects opportunities without an owner, an empty source those without one.
  owners uuid[],
  sources text[],
  products uuid[],
  steps text[], -- none, planned, overdue
  statuses text[],
  rotting boolean,
  closes_from date,
  closes_until date,
  without_close boolean
);
