-- Setup of a host, and the inputs of the slot function.
create trigger next_version before update on booking_hosts for each row execute function next_version();
create trigger next_version before update on schedules for each row execute function next_version();
create trigger next_version before update on time_off for each row execute function next_version();
create trigger next_version before update on school_breaks for each row execute function next_version();
create trigger next_version before update on appointment_types for each row execute function next_version();
create trigger next_version before update on booking_settings for each row execute function next_version();

-- Whether the user is an active member of staff who may host appointments.
create function private.may_host(host uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.user_roles r
    where r.user_id = host and r.is_active and r.role in ('owner', 'admin', 'coach', 'sales'))
$$;
grant execute on function private.may_host(uuid) to service_role;

-- Whether the caller may change the settings of the host: the host, owners and admins.
create function private.manages_host(host uuid) returns boolean
language sql stable set search_path = '' as $$
  select public.has_role('owner', 'admin') or (host = (select auth.uid()) and public.has_role('coach', 'sales'))
$$;
grant execute on function private.manages_host(uuid) to authenticated;

-- Turns a member into a host with default weekly hours and four types, of which only the first is public. Repeated
-- calls change nothing.
create function start_hosting(host uuid, address text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  week uuid;
begin
  if not private.manages_host(host) then raise sqlstate 'PT403' using message = 'not_allowed'; end if;
  if not private.may_host(host) then raise sqlstate 'PT422' using message = 'not_a_host'; end if;
  insert into public.booking_hosts (user_id, slug) values (host, address) on conflict (user_id) do nothing;
  if not found then return; end if;
  insert into public.schedules (user_id, name) values (host, 'שעות רגילות') returning id into week;
  insert into public.schedule_rules (schedule_id, weekday, start_local, end_local)
  select week, d, '09:00', case d when 5 then time '12:00' else '18:00' end from generate_series(0, 5) d;
  insert into public.appointment_types (user_id, schedule_id, slug, title, durations, default_duration, buffer_after, min_notice_min,
    location_kind, is_hidden, uses_preparation, position)
  values
    (host, week, 'hekerut', 'שיחת היכרות', '{25}', 25, 10, 240, 'phone_host_calls', false, true, 10),
    (host, week, 'seder-90', 'סדר ב־90 דקות', '{90}', 90, 15, 1440, 'meet', true, true, 20),
    (host, week, 'livui', 'פגישת ליווי', '{60}', 60, 15, 1440, 'meet', true, false, 30),
    (host, week, 'sikum', 'פגישת סיכום', '{60}', 60, 15, 2880, 'meet', true, false, 40);
  -- The site's call buttons link to the introductory call of the first host. Later hosts do not change the link; owners
  -- and admins can.
  update public.booking_settings s set call_type_id = t.id
  from public.appointment_types t where s.call_type_id is null and t.user_id = host and t.slug = 'hekerut'
    and not exists (select from public.booking_hosts b where b.user_id <> host);
end
$$;
grant execute on function start_hosting(uuid, text) to authenticated;

-- Replaces the weekly hours of a schedule: [{"weekday": 0, "start": "09:00", "end": "18:00"}]. Runs with the caller's rights.
create function save_schedule_hours(schedule uuid, seen_version integer, hours jsonb) returns integer
language plpgsql volatile set search_path = '' as $$
declare
  saved integer;
begin
  update public.schedules s set name = s.name where s.id = schedule and s.version = seen_version returning s.version into saved;
  if saved is null then
    if exists (select from public.schedules s where s.id = schedule) then raise sqlstate 'PT409' using message = 'stale_version'; end if;
    raise sqlstate 'PT404' using message = 'schedule_gone';
  end if;
  delete from public.schedule_rules r where r.schedule_id = schedule;
  insert into public.schedule_rules (schedule_id, weekday, start_local, end_local)
  select schedule, (h ->> 'weekday')::smallint, (h ->> 'start')::time, (h ->> 'end')::time from jsonb_array_elements(hours) h;
  return saved;
end
$$;
grant execute on function save_schedule_hours(uuid, integer, jsonb) to authenticated;

-- Windows of an override are ordered, and each ends after it starts.
create function check_override() returns trigger language plpgsql set search_path = '' as $$
declare
  part record;
  last_end time := '00:00';
begin
  for part in select (w ->> 'start')::time as opens, (w ->> 'end')::time as closes from jsonb_array_elements(new.windows) w loop
    if part.opens is null or part.closes is null or part.closes <= part.opens or part.opens < last_end then
      raise check_violation using constraint = 'override_windows_invalid', message = 'override_windows_invalid';
    end if;
    last_end := part.closes;
  end loop;
  return new;
end
$$;
create trigger check_windows before insert or update on schedule_overrides for each row execute function check_override();

create function private.clock(at time) returns text
language sql immutable set search_path = '' as $$ select to_char(at, 'HH24:MI') $$;
create function private.epoch_ms(at timestamptz) returns bigint
language sql immutable set search_path = '' as $$ select (extract(epoch from at) * 1000)::bigint $$;

-- The schedule of a type as HostSchedule (slots/slot-rules.ts), for dates from `from_at` to `to_at`.
create function private.host_schedule(type uuid, from_at timestamptz, to_at timestamptz) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'zone', coalesce(s.zone, 'Asia/Jerusalem'),
    'rules', coalesce((select jsonb_agg(jsonb_build_object('weekday', r.weekday, 'start', private.clock(r.start_local), 'end', private.clock(r.end_local))
      order by r.weekday, r.start_local) from public.schedule_rules r where r.schedule_id = s.id), '[]'),
    'overrides', coalesce((select jsonb_object_agg(o.day, o.windows) from public.schedule_overrides o
      where o.schedule_id = s.id and o.day between (from_at - interval '2 days')::date and (to_at + interval '2 days')::date), '{}'),
    'policy', jsonb_build_object('block_shabbat', h.block_shabbat, 'block_holidays', h.block_holidays, 'eve_close', private.clock(h.eve_close),
      'chol_hamoed', h.chol_hamoed, 'memorial', h.memorial, 'disabled_ids', h.disabled_ids),
    'closedDays', coalesce((select jsonb_agg(jsonb_build_object('from', d.from_on, 'to', d.until_on, 'name', d.name)) from (
      select c.name, c.from_on, c.until_on from public.closed_days c
      union all select b.name, b.from_on, b.until_on from public.school_breaks b where h.block_school_breaks) d
      where d.until_on >= (from_at - interval '2 days')::date and d.from_on <= (to_at + interval '2 days')::date), '[]'),
    'timeOff', coalesce((select jsonb_agg(jsonb_build_object('from', private.epoch_ms(o.starts_at), 'to', private.epoch_ms(o.ends_at)))
      from public.time_off o where o.user_id = h.user_id and o.ends_at > from_at and o.starts_at < to_at), '[]'))
  from public.appointment_types t
  join public.booking_hosts h on h.user_id = t.user_id
  left join lateral (
    select s.* from public.schedules s where s.id = t.schedule_id
    union all select * from (select s.* from public.schedules s where t.schedule_id is null and s.user_id = t.user_id order by s.created_at, s.id limit 1) usual
  ) s on true
  where t.id = type
$$;

-- Appointments and holds of a host around a time range, as the slot function reads them. A group is one occupancy with its remaining
-- seats.
create function private.busy_spans(booked appointment_types, from_at timestamptz, to_at timestamptz, except_root uuid, except_hold text) returns jsonb
language sql stable set search_path = '' as $$
  with met as (
    select a.id, a.type_id, a.slot_group_id, a.starts_at, a.ends_at, a.buffer_before, a.buffer_after from public.appointments a
    where a.user_id = booked.user_id and a.starts_at < to_at + interval '8 days' and a.starts_at > from_at - interval '9 days'
      and (a.status in ('awaiting_payment', 'confirmed', 'completed', 'no_show') or (a.status = 'pending' and a.pending_blocks))
      and a.root_id is distinct from except_root),
  groups as (
    select m.slot_group_id, m.type_id, m.starts_at, m.ends_at, max(m.buffer_before) as buffer_before, max(m.buffer_after) as buffer_after, count(*) as taken
    from met m where m.slot_group_id is not null group by m.slot_group_id, m.type_id, m.starts_at, m.ends_at),
  holds as (
    select h.type_id, h.starts_at, h.ends_at, y.buffer_before, y.buffer_after, count(*) as held
    from public.slot_holds h join public.appointment_types y on y.id = h.type_id
    where h.user_id = booked.user_id and h.release_at > now() and h.starts_at < to_at + interval '8 days' and h.ends_at > from_at - interval '9 days'
      and h.token_hash is distinct from except_hold
    group by h.type_id, h.starts_at, h.ends_at, y.buffer_before, y.buffer_after),
  busy as (
    select m.type_id, m.starts_at, m.ends_at, m.buffer_before, m.buffer_after, 'appointment' as source, null::bigint as seats_left
    from met m where m.slot_group_id is null
    union all
    select g.type_id, g.starts_at, g.ends_at, g.buffer_before, g.buffer_after, 'appointment', booked.seats - g.taken - coalesce(h.held, 0)
      -- Free seats of a group are reserved for its waiting list, except the seat of the visitor's own hold.
      - case when g.type_id is distinct from booked.id or exists (
          select from public.slot_holds own where own.token_hash = except_hold and own.release_at > now()
            and (own.type_id, own.starts_at, own.ends_at) = (g.type_id, g.starts_at, g.ends_at))
        then 0 else private.waiting_for_seat(g.slot_group_id) end
    from groups g left join holds h on (h.type_id, h.starts_at, h.ends_at) = (g.type_id, g.starts_at, g.ends_at)
    union all
    select h.type_id, h.starts_at, h.ends_at, h.buffer_before, h.buffer_after, 'hold', booked.seats - h.held
    from holds h where not exists (
      select from groups g where (g.type_id, g.starts_at, g.ends_at) = (h.type_id, h.starts_at, h.ends_at)))
  select coalesce(jsonb_agg(jsonb_build_object('from', private.epoch_ms(b.starts_at), 'to', private.epoch_ms(b.ends_at), 'source', b.source,
    'own_type', b.type_id is not distinct from booked.id, 'buffer_before', b.buffer_before, 'buffer_after', b.buffer_after)
    || case when b.type_id = booked.id and b.seats_left > 0 then jsonb_build_object('left', b.seats_left) else '{}' end), '[]')
  from busy b
$$;
grant execute on function private.busy_spans(appointment_types, timestamptz, timestamptz, uuid, text) to service_role;

-- The complete SlotInput except Google busy times. Caps count whole weeks, so busy times are read eight days wider. Appointments of a
-- chain that is being rescheduled and the visitor's own hold are excluded.
create function slot_facts(type uuid, from_at timestamptz, to_at timestamptz, except_root uuid default null, except_hold text default null)
returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'host', t.user_id,
    'isOpen', t.is_active and exists (select from public.booking_hosts h where h.user_id = t.user_id and h.is_open and private.may_host(h.user_id)),
    'schedule', private.host_schedule(t.id, from_at, to_at),
    'rules', jsonb_build_object('buffer_before', t.buffer_before, 'buffer_after', t.buffer_after, 'slot_interval', t.slot_interval,
      'min_notice_min', t.min_notice_min, 'window_kind', t.window_kind, 'window_days', t.window_days, 'window_from', t.window_from,
      'window_to', t.window_to, 'max_per_day', t.max_per_day, 'max_per_week', t.max_per_week, 'seats', t.seats),
    -- The calendar event that is freed when the appointment is rescheduled: none if its group has other appointments.
    'leavesEvent', (select coalesce(a.slot_group_id, a.root_id) from public.appointments a
      where a.root_id = except_root and a.status in ('awaiting_payment', 'pending', 'confirmed') and not exists (
        select from public.appointments b where b.slot_group_id = a.slot_group_id and b.root_id <> except_root
          and b.status in ('awaiting_payment', 'confirmed')) limit 1),
    'busy', private.busy_spans(t, from_at, to_at, except_root, except_hold))
  from public.appointment_types t where t.id = type
$$;
comment on function slot_facts is 'never null';
grant execute on function slot_facts(uuid, timestamptz, timestamptz, uuid, text) to service_role;
grant execute on function private.host_schedule(uuid, timestamptz, timestamptz), private.clock(time), private.epoch_ms(timestamptz) to service_role;
