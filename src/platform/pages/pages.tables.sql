-- Texts of the site's pages. Every save is an immutable version; publishing, and reverting, points at one. Written only by functions/v1,
-- which validate the blocks.
create table pages (
  -- '/*' are the parts shared by all pages.
  path text primary key constraint page_path_form check (path = '/' or path ~ '^/[^\s?#/][^\s?#]{0,200}$'),
  label text not null constraint page_label_length check (char_length(btrim(label)) between 1 and 80),
  position integer not null default 0,
  -- Made by the owner: its address is in site_addresses, it may be moved and deleted.
  is_own boolean not null default false,
  -- 'landing': without navigation and footer.
  layout text not null default 'site' constraint unknown_page_layout check (layout in ('site', 'landing')),
  published_version_id uuid,
  published_at timestamptz,
  published_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_demo boolean not null default false,
  version integer not null default 0,
  -- The version that is published at this time.
  publish_at timestamptz,
  scheduled_version_id uuid,
  constraint page_address_form check (not is_own or (path ~ '^/[a-z0-9א-ת]+(-[a-z0-9א-ת]+)*$' and char_length(path) between 3 and 61)),
  constraint scheduled_when check ((publish_at is null) = (scheduled_version_id is null)),
  constraint published_when check ((published_version_id is null) = (published_at is null))
);

create table page_versions (
  id uuid primary key default gen_random_uuid(),
  path text not null references pages (path) on delete cascade,
  number integer not null,
  blocks jsonb not null constraint page_blocks_form check (
    case when jsonb_typeof(blocks) = 'array' then jsonb_array_length(blocks) between 1 and 60 and pg_column_size(blocks) <= 300000 else false end),
  note text not null default '' constraint page_note_length check (char_length(note) <= 120),
  is_planted boolean not null default false,
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  constraint page_version_taken unique (path, number),
  unique (path, id)
);

alter table pages add constraint version_of_another_page
  foreign key (path, published_version_id) references page_versions (path, id);
alter table pages add constraint scheduled_version_of_another_page
  foreign key (path, scheduled_version_id) references page_versions (path, id);
create index page_versions_created_by on page_versions (created_by);
create index pages_published_by on pages (published_by);

-- Editors receive each other's saves.
alter table pages replica identity full;
alter publication supabase_realtime add table pages;
