alter table pictures enable row level security;
grant select (id, format, width, height, bytes, focal_x, focal_y, replaced_by, created_at) on pictures to anon, authenticated;
create policy "everyone sees the pictures of the site" on pictures for select to anon, authenticated using (true);
grant select on shown_pictures to anon, authenticated;
