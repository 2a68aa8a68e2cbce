-- What the pages of the site say. Every save is a version that stays as it is; publishing points at one of them, and so does going back.
-- Only the functions of functions/v1 write here: they check the blocks against the schemas of their kinds.
create table pages (
  -- '/*' stands for what is on every page.
  path text primary key constraint page_path_form check (path = '/' or path ~ '^/[^\s?#/][^\s?#]{0,200}$'),
  label text not null constraint page_label_length check (char_length(btrim(label)) between 1 and 80),
  position integer not null default 0,
  published_version_id uuid,
  published_at timestamptz,
  published_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_demo boolean not null default false,
  version integer not null default 0,
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
create index page_versions_created_by on page_versions (created_by);
create index pages_published_by on pages (published_by);

-- The account of who wrote it may go; what was written stays as it was.
create function keep_page_version() returns trigger language plpgsql as $$
begin
  raise sqlstate 'PT403' using message = 'only_added_to', detail = tg_table_name;
end
$$;
create trigger only_added_to before update of id, path, number, blocks, note, is_planted, created_at on page_versions
  for each row execute function keep_page_version();

-- A draft is nobody's page yet: only what visitors see is announced.
create trigger announce_page_change after insert or delete or update of published_version_id on pages
  for each statement execute function announce_page_change();

alter table pages enable row level security;
alter table page_versions enable row level security;
grant select on pages, page_versions to authenticated;
-- Who wrote it is the house's own business.
grant select (path, label, published_version_id, published_at) on pages to anon;
grant select (id, path, blocks) on page_versions to anon;

create policy "everybody sees which pages are published" on pages for select to anon, authenticated
  using (published_version_id is not null);
create policy "owners, admins and content staff see every page" on pages for select to authenticated
  using ((select has_role('owner', 'admin', 'content')));
create policy "everybody reads what is published" on page_versions for select to anon, authenticated
  using (exists (select from pages p where p.path = page_versions.path and p.published_version_id = page_versions.id));
create policy "owners, admins and content staff read every version" on page_versions for select to authenticated
  using ((select has_role('owner', 'admin', 'content')));

-- Who edits a page hears that somebody else has saved it.
alter table pages replica identity full;
alter publication supabase_realtime add table pages;

-- Each page as those who write it see it: what was saved last, and whether visitors see that.
create view site_pages with (security_invoker = true) as
  select p.path, p.label, p.position, p.version, p.published_version_id, p.published_at, p.published_by,
    v.id as newest_id, v.created_at as newest_at, v.created_by as newest_by, v.is_planted as newest_is_planted
  from pages p join page_versions v on v.path = p.path and v.number = p.version;
grant select on site_pages to authenticated;

-- A site that opens has pages to show: where none was published before, all are, but for what is said on every page.
create function publish_pages_with_site() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.user_id = public.business_owner_id() and not exists (select from public.pages where published_version_id is not null) then
    update public.pages p set published_version_id = v.id, published_at = now(), published_by = auth.uid()
    from public.page_versions v where v.path = p.path and v.number = p.version and p.path <> '/*';
  end if;
  return null;
end
$$;
create trigger publish_pages_with_site after update on business_profiles
  for each row when (old.published_at is null and new.published_at is not null) execute function publish_pages_with_site();
