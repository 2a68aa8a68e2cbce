-- Webinar sessions and their status transitions, scheduled or made by the host, through one function.

create function webinars_before_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  if new.slug <> old.slug then
    delete from public.redirects r where r.from_path = '/webinar/' || new.slug;
    insert into public.redirects (from_path, to_address) values ('/webinar/' || old.slug, '/webinar/' || new.slug)
    on conflict on constraint redirect_from_taken do update set to_address = excluded.to_address, code = 301;
  end if;
  return new;
end
$$;
create trigger set_derived before update on webinars for each row execute function webinars_before_write();
create trigger next_version before update on webinar_templates for each row execute function next_version();

create trigger announce_page_change after insert or update or delete on webinars
  for each statement execute function announce_page_change();
create trigger announce_page_change after insert or update or delete on webinar_sessions
  for each statement execute function announce_page_change();

-- Rescheduling a session also moves its registrations' reminders. Only move_webinar_session writes the status.
create function webinar_sessions_before_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    new.version := old.version + 1;
    if new.starts_at <> old.starts_at then
      if old.status not in ('scheduled', 'lobby') then raise sqlstate 'PT409' using message = 'webinar_already_started'; end if;
      new.status := 'scheduled';
      new.lobby_opened_at := null;
      -- Later than now(), because derive_messages() repeats the mail of an earlier move only for a later time.
      new.moved_at := clock_timestamp();
    end if;
  end if;
  return new;
end
$$;
create trigger set_derived before insert or update on webinar_sessions for each row execute function webinar_sessions_before_write();

-- Each reschedule, cancellation and restored registration raises the version of the calendar entry: calendars ignore an entry whose
-- SEQUENCE is not higher than the stored one.
create function raise_webinar_entry() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.ical_sequence := old.ical_sequence + 1;
  return new;
end
$$;
create trigger raise_entry before update on webinar_registrations
  for each row when (old.session_id is distinct from new.session_id or (old.state = 'cancelled') <> (new.state = 'cancelled'))
  execute function raise_webinar_entry();

-- Sets the time of a cancellation, or of restoring it for the same date; for another date it is a move. By clock_timestamp(), because
-- derive_messages() repeats a sent message only for a time after now().
create function date_registration_state() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- A registrant who leaves the waiting list has no calendar entry to cancel.
  new.cancelled_at := case when new.state = 'cancelled' and old.state <> 'waitlisted' then clock_timestamp() end;
  if new.state <> 'cancelled' and new.session_id is not distinct from old.session_id then new.returned_at := clock_timestamp(); end if;
  return new;
end
$$;
create trigger date_state before update on webinar_registrations
  for each row when ((old.state = 'cancelled') <> (new.state = 'cancelled'))
  execute function date_registration_state();

create function raise_session_entries() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.webinar_registrations r set ical_sequence = r.ical_sequence + 1 where r.session_id = new.id;
  -- Registrants who waited in the room for the previous time need the reminders of the new one.
  if new.starts_at <> old.starts_at then
    update public.webinar_registrations r set state = 'registered', joined_at = null where r.session_id = new.id and r.state = 'joined';
  end if;
  return null;
end
$$;
create trigger raise_entries after update on webinar_sessions
  for each row when (old.starts_at <> new.starts_at or old.cancelled_at is null and new.cancelled_at is not null)
  execute function raise_session_entries();

-- The video position at a time, in seconds since the start of the broadcast.
create function private.webinar_second(session webinar_sessions, at timestamptz) returns integer
language sql immutable set search_path = '' as $$
  select greatest(0, floor(extract(epoch from at - coalesce(session.started_at, session.starts_at))))::integer
$$;

-- The scheduled status of a session at a time; the scheduler stores it within a minute.
create function private.webinar_status_at(session webinar_sessions, webinar webinars, at timestamptz) returns text
language sql stable set search_path = '' as $$
  select case
    when session.status in ('cancelled', 'closed') then session.status
    when session.status in ('scheduled', 'lobby') then case
      when session.lobby_opened_at is null and at < session.starts_at - make_interval(mins => webinar.lobby_minutes) then 'scheduled'
      when webinar.kind = 'automated' and at >= session.starts_at + make_interval(mins => webinar.duration_minutes) then 'ended'
      when webinar.kind = 'automated' and at >= session.starts_at then 'live'
      -- The host did not start the session: it ends after its duration.
      when at >= session.starts_at + make_interval(mins => webinar.duration_minutes + 10) then 'ended'
      else 'lobby' end
    when session.status = 'live' and at >= session.started_at + make_interval(mins => webinar.duration_minutes
      + case webinar.kind when 'automated' then 0 else 60 end) then 'ended'
    when session.status = 'ended' and webinar.replay_enabled and webinar.recording is not null and session.started_at is not null
      and at >= session.ended_at + interval '1 minute' then 'replay'
    when session.status = 'ended' and at >= session.ended_at + interval '7 days' then 'closed'
    when session.status = 'replay' and at >= session.replay_until then 'closed'
    else session.status end
$$;
grant execute on function private.webinar_status_at(webinar_sessions, webinars, timestamptz) to service_role;

-- Writes one status transition of a session. The scheduler and the host both use this function.
create function private.set_webinar_status(session uuid, status text, at timestamptz, reason text default null, host uuid default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  present public.webinar_sessions;
  webinar public.webinars;
begin
  select s.* into present from public.webinar_sessions s where s.id = session for update;
  select w.* into webinar from public.webinars w where w.id = present.webinar_id;
  if present.status = set_webinar_status.status then return; end if;
  update public.webinar_sessions s set
    status = set_webinar_status.status,
    started_at = case when set_webinar_status.status = 'live' then coalesce(s.started_at, at)
      when set_webinar_status.status = 'ended' and webinar.kind = 'automated' then coalesce(s.started_at, s.starts_at) else s.started_at end,
    ended_at = case when set_webinar_status.status in ('ended', 'replay', 'closed') then coalesce(s.ended_at, at)
      when set_webinar_status.status = 'live' then null else s.ended_at end,
    replay_until = case when set_webinar_status.status = 'replay' then at + make_interval(hours => webinar.replay_hours) else s.replay_until end,
    cancelled_at = case when set_webinar_status.status = 'cancelled' then at end,
    cancel_reason = coalesce(reason, s.cancel_reason),
    host_id = coalesce(host, s.host_id),
    stream_down_at = case when set_webinar_status.status = 'live' then s.stream_down_at end,
    rehearsal_at = null
  where s.id = session;
end
$$;

-- Moves sessions to their scheduled status, settles attendance, and assigns free seats to the waiting list. Idempotent; run each minute.
create function advance_webinar_sessions(at timestamptz default now()) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  due record;
  moved integer := 0;
begin
  for due in
    select s.id, s.starts_at, n.status, w.kind, w.duration_minutes, s.started_at
    from public.webinar_sessions s join public.webinars w on w.id = s.webinar_id,
      lateral (select private.webinar_status_at(s, w, at) as status) n
    where s.status not in ('closed', 'cancelled') and s.status <> n.status
    order by s.id for update of s skip locked
  loop
    perform private.set_webinar_status(due.id, due.status,
      case when due.kind = 'automated' and due.status = 'live' then due.starts_at
        when due.kind = 'automated' and due.status = 'ended' then coalesce(due.started_at, due.starts_at) + make_interval(mins => due.duration_minutes)
        else at end);
    moved := moved + 1;
  end loop;
  perform private.settle_webinar_session(s.id) from public.webinar_sessions s
  where s.settled_at is null and s.started_at is not null and s.ended_at <= at - interval '15 minutes';
  perform private.seat_waiting_registrations();
  return moved;
end
$$;
comment on function advance_webinar_sessions is 'never null';
grant execute on function advance_webinar_sessions(timestamptz) to service_role;

-- Attendance. Attended: at least three minutes or 5 %. Stayed: reached 90 %. Others: missed. Final fifteen minutes after the end.
create function private.settle_webinar_session(session uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  seconds integer;
begin
  update public.webinar_sessions s set settled_at = now() where s.id = session and s.settled_at is null;
  if not found then return; end if;
  select greatest(60, least(w.duration_minutes * 60, extract(epoch from s.ended_at - s.started_at)::integer)) into seconds
  from public.webinar_sessions s join public.webinars w on w.id = s.webinar_id where s.id = session;
  update public.webinar_registrations r set state = case
      when r.watched_seconds < least(180, greatest(1, seconds / 20)) then 'missed'
      when r.max_position >= seconds * 0.9 then 'stayed'
      else 'left_early' end
  where r.session_id = session and r.state in ('registered', 'joined');
end
$$;

-- A step of the host: open_lobby, start, end, cancel, stream_down, stream_up. Refusals: not_allowed, webinar_session_not_found,
-- webinar_wrong_step.
create function move_webinar_session(session uuid, step text, reason text default null) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  present public.webinar_sessions;
  webinar public.webinars;
  was text;
begin
  perform private.require_webinar_team((select s.webinar_id from public.webinar_sessions s where s.id = session), as_host => true);
  select s.* into present from public.webinar_sessions s where s.id = session for update;
  if not found then raise sqlstate 'PT404' using message = 'webinar_session_not_found'; end if;
  select w.* into webinar from public.webinars w where w.id = present.webinar_id;
  was := private.webinar_status_at(present, webinar, now());
  if step = 'open_lobby' and was = 'scheduled' then
    update public.webinar_sessions s set lobby_opened_at = now() where s.id = session;
    perform private.set_webinar_status(session, 'lobby', now());
  elsif step = 'start' and was in ('lobby', 'ended') and webinar.kind = 'live' and present.settled_at is null then
    perform private.set_webinar_status(session, 'live', now(), host => auth.uid());
  elsif step = 'end' and was = 'live' then
    perform private.set_webinar_status(session, 'ended', now());
  elsif step = 'cancel' and was in ('scheduled', 'lobby') then
    perform private.set_webinar_status(session, 'cancelled', now(), reason);
  elsif step in ('stream_down', 'stream_up') and was = 'live' then
    update public.webinar_sessions s set stream_down_at = case step when 'stream_down' then now() end where s.id = session;
  else
    raise sqlstate 'PT409' using message = 'webinar_wrong_step';
  end if;
  return (select s.status from public.webinar_sessions s where s.id = session);
end
$$;
comment on function move_webinar_session is E'never null\ntakes null: reason';
grant execute on function move_webinar_session(uuid, text, text) to authenticated;
