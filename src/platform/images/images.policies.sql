alter table pictures enable row level security;
grant select (id, format, width, height, bytes, created_at) on pictures to anon, authenticated;
create policy "everyone sees the pictures of the site" on pictures for select to anon, authenticated using (true);
