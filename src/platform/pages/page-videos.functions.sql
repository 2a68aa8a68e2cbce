-- The keys of uploaded videos and captions that a stored document names.
create function private.page_videos_in(document jsonb) returns setof text
language sql immutable set search_path = '' as $$
  select m.parts[1] from regexp_matches(document::text, '/page-videos/([0-9a-f-]{36}\.(?:mp4|webm|vtt))', 'g') m (parts)
$$;

create function private.page_videos_of_pages() returns setof text
language sql stable security definer set search_path = '' as $$
  select k from public.page_versions v, private.page_videos_in(v.blocks) k
$$;

-- Files that no version of a page names: uploads that were never saved, and those of deleted pages. Each module that stores blocks declares
-- private.page_videos_of_<module>(). Thirty days, because an open editor may still save the address.
create function prune_page_videos() returns void
language plpgsql security definer set search_path = '' as $$
declare
  finder text;
  more text[];
  named text[] := '{}';
begin
  for finder in
    select p.proname from pg_catalog.pg_proc p
    where p.pronamespace = 'private'::regnamespace and p.proname ~ '^page_videos_of_' order by p.proname
  loop
    execute format('select array(select private.%I())', finder) into more;
    named := named || more;
  end loop;
  delete from storage.objects o
  where o.bucket_id = 'page-videos' and o.created_at < now() - interval '30 days' and o.name <> all (named);
end
$$;
grant execute on function prune_page_videos() to service_role;
