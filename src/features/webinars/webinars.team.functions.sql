-- The team of a webinar: hosts and moderators by name; without names by role.

create function private.is_in_webinar_team(webinar uuid, as_host boolean default false) returns boolean
language sql stable security definer set search_path = '' as $$
  select public.has_role('owner', 'admin') or public.is_staff() and case
    when exists (select from public.webinar_team t where t.webinar_id = webinar) then exists (
      select from public.webinar_team t
      where t.webinar_id = webinar and t.user_id = auth.uid() and (not as_host or t.role = 'host'))
    when as_host then public.has_role('coach', 'content')
    else true end
$$;

-- Raises not_allowed unless the caller leads the webinar.
create function private.require_webinar_team(webinar uuid, as_host boolean default false) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_in_webinar_team(webinar, as_host) then raise sqlstate 'PT403' using message = 'not_allowed'; end if;
end
$$;

-- Webinars whose rooms the caller may enter.
create function led_webinar_ids() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select w.id from public.webinars w where private.is_in_webinar_team(w.id)
$$;
grant execute on function led_webinar_ids() to authenticated;

-- A changed team: open channels ask again.
create function webinar_team_changed() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.access_changed();
  return null;
end
$$;
create trigger access_changed after insert or update or delete on webinar_team
  for each statement execute function webinar_team_changed();
