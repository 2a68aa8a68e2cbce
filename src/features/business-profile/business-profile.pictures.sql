-- Logos and profile pictures. Everybody may see them: they stand on the public site. Each user writes into a folder of their own.
-- No SVG: opened by its own address it could run a script as the site.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
select bucket, bucket, true, 5 * 1024 * 1024, array['image/png', 'image/jpeg', 'image/webp', 'image/avif']
from unnest(array['business-logos', 'business-profiles']) bucket;

-- Anybody may have an account, and disks are not endless.
create function picture_count() returns bigint
language sql stable security definer set search_path = '' as $$
  select count(*) from storage.objects
  where bucket_id in ('business-logos', 'business-profiles') and (storage.foldername(name))[1] = (select auth.uid())::text
$$;

grant execute on function picture_count() to authenticated, service_role;

create policy "a user sees the pictures in their own folder" on storage.objects for select to authenticated
  using (bucket_id in ('business-logos', 'business-profiles') and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy "a user adds up to twenty pictures to their own folder" on storage.objects for insert to authenticated
  with check (bucket_id in ('business-logos', 'business-profiles') and (storage.foldername(name))[1] = (select auth.uid())::text
    and (select picture_count()) < 20);
create policy "a user replaces the pictures in their own folder" on storage.objects for update to authenticated
  using (bucket_id in ('business-logos', 'business-profiles') and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy "a user removes pictures from their own folder" on storage.objects for delete to authenticated
  using (bucket_id in ('business-logos', 'business-profiles') and (storage.foldername(name))[1] = (select auth.uid())::text);
