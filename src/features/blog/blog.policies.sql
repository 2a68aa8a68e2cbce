alter table post_categories enable row level security;
alter table post_authors enable row level security;
alter table posts enable row level security;
alter table post_revisions enable row level security;
alter table post_slugs enable row level security;
alter table post_previews enable row level security;

grant select on post_categories, post_authors to anon, authenticated;
grant insert (id, slug, name, position), update (name, position), delete on post_categories to authenticated;
grant insert (id, name, about, picture_id), update (name, about, picture_id), delete on post_authors to authenticated;
grant select (id, status, published_at, shown_id, featured, updated_at) on posts to anon;
grant select on posts to authenticated;
grant update (featured) on posts to authenticated;
grant select (id, post_id, title, excerpt, body, plain, search, cover_id, cover_alt, cover_art, category_id, author_id, tags, reading_min, saved_at)
  on post_revisions to anon;
grant select on post_revisions to authenticated;
grant select on post_slugs to anon, authenticated;
grant select (post_id, created_by, created_at, expires_at) on post_previews to authenticated;

create policy "everyone sees the categories of posts" on post_categories for select to anon, authenticated using (true);
create policy "site editors manage the categories" on post_categories for all to authenticated
  using ((select is_site_editor()));
create policy "everyone sees the authors" on post_authors for select to anon, authenticated using (true);
create policy "site editors manage the authors" on post_authors for all to authenticated
  using ((select is_site_editor()));
create policy "visitors see published posts" on posts for select to anon using (status = 'published');
create policy "site editors see every post" on posts for select to authenticated using ((select is_site_editor()));
create policy "site editors feature posts" on posts for update to authenticated using ((select is_site_editor()));
create policy "visitors read what a published post shows" on post_revisions for select to anon
  using (id in (select p.shown_id from posts p where p.status = 'published'));
create policy "site editors read every revision" on post_revisions for select to authenticated
  using ((select is_site_editor()));
create policy "everyone finds published posts by every former address" on post_slugs for select to anon, authenticated
  using (post_id in (select p.id from posts p where p.status = 'published'));
create policy "site editors see every address of a post" on post_slugs for select to authenticated
  using ((select is_site_editor()));
create policy "site editors see the open previews" on post_previews for select to authenticated
  using ((select is_site_editor()));

grant select on published_posts to anon, authenticated;
