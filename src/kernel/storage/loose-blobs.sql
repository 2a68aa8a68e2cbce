-- Bytes that no object stands for: of an upload that is still on its way, or what a replaced or removed object has left behind.
-- Whatever removes an object's row, a statement of a feature included, comes by here in its own transaction: no crash leaves bytes that nobody knows of.
create table storage.loose_blobs (
  version text primary key,
  -- From then on the bytes may be removed.
  due_at timestamptz not null default now()
);
create index loose_blobs_due on storage.loose_blobs (due_at);
create index objects_version on storage.objects (version);

alter table storage.loose_blobs enable row level security;
grant select, insert, update, delete on storage.loose_blobs to supabase_storage_admin;
create policy "the storage server keeps the books" on storage.loose_blobs to supabase_storage_admin using (true) with check (true);

create function storage.let_blobs_go() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    insert into storage.loose_blobs (version) values (old.version) on conflict (version) do nothing;
  else
    insert into storage.loose_blobs (version) select version from gone where version is not null on conflict (version) do nothing;
  end if;
  return null;
end $$;

create trigger a_removed_object_lets_its_blob_go after delete on storage.objects
  referencing old table as gone for each statement execute function storage.let_blobs_go();
create trigger a_replaced_object_lets_its_blob_go after update of version on storage.objects
  for each row when (old.version is distinct from new.version and old.version is not null) execute function storage.let_blobs_go();
