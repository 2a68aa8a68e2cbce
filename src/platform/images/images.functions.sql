-- Whether the caller edits the site: pages, posts, SEO.
create function is_site_editor() returns boolean
language sql stable security definer set search_path = '' as $$
  select public.has_role('owner', 'admin', 'content')
$$;
grant execute on function is_site_editor() to authenticated, service_role;
