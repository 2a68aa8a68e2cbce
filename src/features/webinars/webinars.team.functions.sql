-- The team of a webinar: named hosts and moderators. Without a named host, coaches and content editors are hosts; without any name, all
-- staff may enter.

create function private.is_in_webinar_team(webinar uuid, as_host boolean default false) returns boolean
language sql stable security definer set search_path = '' as $$
  select public.has_role('owner', 'admin') or public.is_staff() and (
    exists (
      select from public.webinar_team t
      where t.webinar_id = webinar and t.user_id = auth.uid() and (not as_host or t.role = 'host'))
    or not exists (select from public.webinar_team t where t.webinar_id = webinar and t.role = 'host') and (
      public.has_role('coach', 'content')
      or not as_host and not exists (select from public.webinar_team t where t.webinar_id = webinar)))
$$;

-- Raises not_allowed unless the caller belongs to the webinar's team, as a host if `as_host`.
create function private.require_webinar_team(webinar uuid, as_host boolean default false) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_in_webinar_team(webinar, as_host) then raise sqlstate 'PT403' using message = 'not_allowed'; end if;
end
$$;

-- Webinars whose rooms the caller may enter, see private.is_in_webinar_team(). Policies of the room call it for each message: the roles
-- are read once.
create function led_webinar_ids() returns setof uuid
language sql stable security definer set search_path = '' as $$
  with caller as materialized (
    select auth.uid() as id, public.has_role('owner', 'admin') as leads_all, public.is_staff() as is_staff, public.has_role('coach', 'content') as hosts),
  teams as (
    select t.webinar_id, bool_or(t.user_id = c.id) as has_caller, bool_or(t.role = 'host') as has_host
    from caller c cross join public.webinar_team t group by 1)
  select w.id from caller c cross join public.webinars w left join teams t on t.webinar_id = w.id
  where c.leads_all or c.is_staff and (t.webinar_id is null or t.has_caller or c.hosts and not t.has_host)
$$;
grant execute on function led_webinar_ids() to authenticated;

-- After a change of the team, open channels check their rights again.
create function webinar_team_changed() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.access_changed();
  return null;
end
$$;
create trigger access_changed after insert or update or delete on webinar_team
  for each statement execute function webinar_team_changed();
