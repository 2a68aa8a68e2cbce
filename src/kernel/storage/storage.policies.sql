alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
grant select, insert, update, delete on storage.buckets, storage.objects to anon, authenticated, service_role, supabase_storage_admin;
create policy "the storage server keeps the books" on storage.buckets to supabase_storage_admin using (true) with check (true);
create policy "the storage server keeps the books" on storage.objects to supabase_storage_admin using (true) with check (true);

alter table storage.loose_blobs enable row level security;
grant select, insert, update, delete on storage.loose_blobs to supabase_storage_admin;
create policy "the storage server keeps the books" on storage.loose_blobs to supabase_storage_admin using (true) with check (true);
