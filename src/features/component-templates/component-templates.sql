-- The library of the business: blocks of pages that are written once and put on many pages. Every save is kept.
-- Only the function save-template writes words here: it holds them to the schema of their kind.
create table component_templates (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint template_name_length check (char_length(btrim(name)) between 1 and 80 and name !~ '[\r\n]'),
  -- Which kind of block it is. A template never changes into another kind: its earlier words would not fit.
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

-- The history writes itself, whoever saves.
create function keep_template_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.kind <> old.kind then raise sqlstate 'PT422' using message = 'template_kind_fixed'; end if;
  insert into public.component_template_versions (template_id, number, name, content, created_by)
  values (new.id, new.version, new.name, new.content, coalesce(auth.uid(), new.created_by));
  return null;
end
$$;

create function next_template_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end
$$;

create trigger next_version before update of name, kind, content on component_templates
  for each row execute function next_template_version();
create trigger keep_version_of_new after insert on component_templates for each row execute function keep_template_version();
create trigger keep_version after update of name, kind, content on component_templates
  for each row execute function keep_template_version();
create trigger only_added_to before update of id, template_id, number, name, content, created_at on component_template_versions
  for each row execute function keep_page_version();

alter table component_templates enable row level security;
alter table component_template_versions enable row level security;
grant select, update (deleted_at) on component_templates to authenticated;
grant select on component_template_versions to authenticated;
create policy "owners, admins and content staff use the library of blocks" on component_templates for select to authenticated
  using ((select has_role('owner', 'admin', 'content')));
create policy "owners and admins take templates away and bring them back" on component_templates for update to authenticated
  using ((select has_role('owner', 'admin')));
create policy "owners, admins and content staff see what templates said before" on component_template_versions for select to authenticated
  using ((select has_role('owner', 'admin', 'content')));

select audit_table('component_templates');
