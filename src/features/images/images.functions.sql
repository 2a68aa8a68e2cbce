-- Who looks after the site: its pages, its posts, what search engines read of it.
create function edits_site() returns boolean
language sql stable security definer set search_path = '' as $$
  select public.has_role('owner', 'admin', 'content')
$$;
grant execute on function edits_site() to authenticated, service_role;
