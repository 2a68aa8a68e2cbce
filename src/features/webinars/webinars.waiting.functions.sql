-- The waiting list of a full session.

create function date_webinar_waiting() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.state = 'waitlisted' then
    new.waitlisted_at := clock_timestamp();
    new.seated_at := null;
  elsif tg_op = 'UPDATE' and new.state = 'registered' and new.session_id is not distinct from old.session_id then
    new.seated_at := clock_timestamp();
  end if;
  return new;
end
$$;
create trigger date_waiting before insert on webinar_registrations for each row when (new.state = 'waitlisted')
  execute function date_webinar_waiting();
create trigger date_waiting_of_changed before update on webinar_registrations
  for each row when ((old.state = 'waitlisted') <> (new.state = 'waitlisted')) execute function date_webinar_waiting();

-- Whether a registration has or had a seat.
create function private.has_webinar_seat(registration webinar_registrations) returns boolean
language sql immutable set search_path = '' as $$
  select registration.repeat_of is null and registration.state not in ('cancelled', 'waitlisted')
$$;

-- Assigns free seats of sessions that are not over to the waiting list, in order. Runs each minute. Returns the number of assigned seats.
create function private.seat_waiting_registrations() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  session public.webinar_sessions;
  given integer;
  total integer := 0;
begin
  for session in
    select s.* from public.webinar_sessions s join public.webinars w on w.id = s.webinar_id
    where private.webinar_status_at(s, w, now()) in ('scheduled', 'lobby', 'live') and exists (
      select from public.webinar_registrations r where r.session_id = s.id and r.state = 'waitlisted' and r.repeat_of is null)
    order by s.id for update of s skip locked
  loop
    update public.webinar_registrations r set state = 'registered'
    where r.state = 'waitlisted' and r.id in (
      select n.id from public.webinar_registrations n
      where n.session_id = session.id and n.state = 'waitlisted' and n.repeat_of is null
      order by n.waitlisted_at, n.id
      limit case when session.capacity is not null then greatest(0, session.capacity - (
        select count(*) from public.webinar_registrations t where t.session_id = session.id and private.has_webinar_seat(t))) end);
    get diagnostics given = row_count;
    total := total + given;
  end loop;
  return total;
end
$$;
grant execute on function private.seat_waiting_registrations() to service_role;
