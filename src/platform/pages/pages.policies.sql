alter table pages enable row level security;
alter table page_versions enable row level security;
grant select on pages, page_versions to authenticated;

-- Authors are not public.
grant select (path, label, is_own, layout, published_version_id, published_at) on pages to anon;
grant select (id, path, blocks) on page_versions to anon;

create policy "visitors see which pages are published" on pages for select to anon
  using (published_version_id is not null);
create policy "owners, admins and content staff see every page" on pages for select to authenticated
  using ((select has_role('owner', 'admin', 'content')));
create policy "visitors read what is published" on page_versions for select to anon
  using (exists (select from pages p where p.path = page_versions.path and p.published_version_id = page_versions.id));
create policy "owners, admins and content staff read every version" on page_versions for select to authenticated
  using ((select has_role('owner', 'admin', 'content')));

create policy "owners, admins and content add videos to pages" on storage.objects for insert to authenticated
  with check (bucket_id = 'page-videos' and name ~ '^[0-9a-f-]{36}\.(mp4|webm|vtt)$' and (select has_role('owner', 'admin', 'content')));

grant select on site_pages to authenticated;
