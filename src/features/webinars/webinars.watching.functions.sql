-- Viewing, measured by heartbeats: each contains the progress of the player since the previous one.

-- The range of the video that a heartbeat adds. A player cannot advance faster than wall time times its rate, with 5 % and one second of
-- tolerance; anything beyond is a seek, or forged.
create function private.watched_part(from_position integer, to_position integer, wall_seconds numeric, rate numeric) returns int4multirange
language sql immutable set search_path = '' as $$
  select case
    when to_position <= from_position then '{}'::int4multirange
    when to_position - from_position > wall_seconds * rate * 1.05 + 1 then '{}'::int4multirange
    else int4multirange(int4range(from_position, to_position)) end
$$;

create function private.seconds_of(watched int4multirange) returns integer
language sql immutable set search_path = '' as $$
  select coalesce(sum(upper(part) - lower(part)), 0)::integer from unnest(watched) part
$$;

-- The first registration of the address, with which a further one is counted while both have the same session.
create function private.first_registration(registration webinar_registrations) returns uuid
language sql stable security definer set search_path = '' as $$
  select coalesce((select f.id from public.webinar_registrations f
    where f.id = registration.repeat_of and f.session_id is not distinct from registration.session_id), registration.id)
$$;
grant execute on function private.first_registration(webinar_registrations) to service_role;

-- Merges one heartbeat of a view, also into the first registration of its address. `was_playing`: whether the player was visible and played
-- since the previous heartbeat. A repeated or older one is ignored. False if the view belongs to another registration.
create function watch_webinar(registration uuid, view uuid, kind text, seq integer, at_position integer, was_playing boolean, rate numeric default 1)
returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  present public.webinar_views;
  part int4multirange := '{}';
  top constant integer := least(greatest(watch_webinar.at_position, 0), 28800);
begin
  -- Locked first, as by a move to another session, which deletes the views of its registration.
  perform from public.webinar_registrations r where r.id = registration for no key update;
  insert into public.webinar_views (id, registration_id, kind, last_position, last_seq)
  values (view, registration, watch_webinar.kind, top, seq) on conflict (id) do nothing;
  if not found then
    select v.* into present from public.webinar_views v where v.id = view for update;
    if present.registration_id <> registration then return false; end if;
    if seq <= present.last_seq then return true; end if;
    if was_playing then
      part := private.watched_part(present.last_position, top, extract(epoch from now() - present.last_at),
        case when present.kind = 'replay' then least(greatest(rate, 0.25), 2) else 1 end);
    end if;
    update public.webinar_views v set last_seq = seq, last_position = top, last_at = now(), watched = v.watched + part
    where v.id = view;
  end if;
  update public.webinar_registrations r set
    last_seen_at = now(),
    joined_at = coalesce(r.joined_at, case when present.kind is distinct from 'replay' and watch_webinar.kind <> 'replay' then now() end),
    watched = r.watched + part,
    watched_seconds = private.seconds_of(r.watched + part),
    max_position = greatest(r.max_position, coalesce(upper(part), 0)),
    state = case
      when r.state = 'registered' and watch_webinar.kind <> 'replay' then 'joined'
      -- Absent registrants count as replay viewers once they have watched the minimum time for attendance.
      when r.state in ('registered', 'missed', 'waitlisted') and watch_webinar.kind = 'replay' and private.seconds_of(r.watched + part) >= 180 then 'replay'
      else r.state end
  where r.state <> 'cancelled' and r.id in (registration, (select private.first_registration(p) from public.webinar_registrations p where p.id = registration));
  return true;
end
$$;
grant execute on function watch_webinar(uuid, uuid, text, integer, integer, boolean, numeric) to service_role;

-- Watch time of another session does not count as attendance: a move resets it.
create function restart_webinar_watching() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.webinar_views v where v.registration_id = new.id;
  new.watched := '{}';
  new.watched_seconds := 0;
  new.max_position := 0;
  return new;
end
$$;
create trigger restart_watching before update on webinar_registrations
  for each row when (old.session_id is distinct from new.session_id) execute function restart_webinar_watching();

-- Registrants whose player or lobby reported within 45 seconds.
create function private.webinar_presence(session uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from public.webinar_registrations r
  where r.session_id = session and r.last_seen_at > now() - interval '45 seconds' and r.ejected_at is null and r.state <> 'cancelled'
    and r.repeat_of is null
$$;

-- Counts the viewers, and raises the peak while the broadcast is live. Called by heartbeats: presence lasts longer than two of them, so
-- a concurrent arrival that is not visible yet is counted by the next heartbeat, on any node. A peak that another transaction is raising is
-- skipped for the same reason: a thousand arrivals must not queue for one row.
create function private.count_webinar_viewers(session uuid) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  present constant integer := private.webinar_presence(session);
  highest integer;
begin
  if present = 0 then return 0; end if;
  select p.viewers into highest from public.webinar_peaks p where p.session_id = session;
  if highest >= present or not exists (
    select from public.webinar_sessions s join public.webinars w on w.id = s.webinar_id
    where s.id = session and private.webinar_status_at(s, w, now()) = 'live') then return present; end if;
  if highest is null then
    insert into public.webinar_peaks (session_id, viewers) values (session, present) on conflict (session_id) do nothing;
  else
    update public.webinar_peaks p set viewers = present, reached_at = now()
    where p.session_id = (select k.session_id from public.webinar_peaks k where k.session_id = session for update skip locked)
      and p.viewers < present;
  end if;
  return present;
end
$$;
grant execute on function private.webinar_presence(uuid), private.count_webinar_viewers(uuid) to service_role;
