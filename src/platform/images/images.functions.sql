-- Whether the caller may edit the site: pages, posts, SEO.
create function is_site_editor() returns boolean
language sql stable security definer set search_path = '' as $$
  select public.has_role('owner', 'admin', 'content')
$$;
grant execute on function is_site_editor() to authenticated, service_role;

-- Every picture with its displayed file: the original file, or that of its replacement.
create view shown_pictures with (security_invoker = true) as
  select p.id, f.id as file_id, f.format, f.width, f.height, f.focal_x, f.focal_y
  from pictures p join pictures f on f.id = coalesce(p.replaced_by, p.id);
comment on view shown_pictures is 'never null: id, file_id, format, width, height, focal_x, focal_y';

-- The uses of a picture and of the pictures that it replaced. Each module that stores pictures declares
-- private.picture_uses_of_<module>(ids uuid[]) with these columns.
create function private.uses_of_picture(picture uuid) returns table (place text, name text, link text)
language plpgsql stable security definer set search_path = '' as $$
declare
  finder text;
  ids constant uuid[] := array(select p.id from public.pictures p where p.id = picture or p.replaced_by = picture);
begin
  for finder in
    select p.proname from pg_catalog.pg_proc p
    where p.pronamespace = 'private'::regnamespace and p.proname ~ '^picture_uses_of_' order by p.proname
  loop
    return query execute format('select u.place, u.name, u.link from private.%I($1) u', finder) using ids;
  end loop;
end
$$;
grant execute on function private.uses_of_picture(uuid) to service_role;

create function picture_uses(picture uuid) returns table (place text, name text, link text)
language sql stable security definer set search_path = '' as $$
  select u.place, u.name, u.link from private.uses_of_picture(picture) u where public.is_site_editor()
$$;
comment on function picture_uses is 'never null: place, name, link';
grant execute on function picture_uses(uuid) to authenticated;

-- The pictures that editors may choose from. File names and notes are not public.
create function picture_library() returns table (
  id uuid, format text, width integer, height integer, bytes integer, name text, alt text, focal_x smallint, focal_y smallint, created_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select p.id, p.format, p.width, p.height, p.bytes, p.name, p.alt, p.focal_x, p.focal_y, p.created_at
  from public.pictures p where p.replaced_by is null and public.is_site_editor()
$$;
comment on function picture_library is 'never null: id, format, width, height, bytes, name, alt, focal_x, focal_y, created_at';
grant execute on function picture_library() to authenticated;

-- Whether a stored document references one of the pictures.
create function private.names_picture(document jsonb, ids uuid[]) returns boolean
language sql immutable set search_path = '' as $$
  select exists (select from unnest(ids) as one (id) where document::text like '%"' || one.id || '"%')
$$;
