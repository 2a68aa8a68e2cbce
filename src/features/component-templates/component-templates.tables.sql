-- Component templates: reusable blocks of pages. Every save is a version. Written only by the function save-template, which validates the
-- block.
create table component_templates (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint template_name_length check (char_length(btrim(name)) between 1 and 80 and name !~ '[\r\n]'),
  -- The kind of block. Immutable, because earlier versions would not fit.
  kind text not null constraint template_kind_form check (kind ~ '^[a-z][a-z0-9-]{0,40}$'),
  content jsonb not null constraint template_content_form check (jsonb_typeof(content) = 'object' and pg_column_size(content) <= 100000),
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- The number of the newest version.
  version integer not null default 1
);
create unique index template_name_taken on component_templates (lower(btrim(name))) where deleted_at is null;

create table component_template_versions (
  id uuid primary key default gen_random_uuid(),
  template_id uuid not null references component_templates (id) on delete cascade,
  number integer not null,
  name text not null,
  content jsonb not null,
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  constraint template_version_taken unique (template_id, number)
);
