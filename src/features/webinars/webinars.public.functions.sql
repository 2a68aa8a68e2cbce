-- Public reads: offered webinars, and the state of a registration by its token.

create function shown_webinars() returns table (
  id uuid, slug text, title text, subtitle text, takeaways text[], presenter text, presenter_about text, kind text, duration_minutes integer,
  has_replay boolean, updated_at timestamptz, just_in_time_from time, just_in_time_until time, page_path text)
language sql stable security definer set search_path = '' as $$
  select w.id, w.slug, w.title, w.subtitle, w.takeaways, w.presenter, w.presenter_about, w.kind, w.duration_minutes,
    w.replay_enabled and w.recording is not null, w.updated_at,
    case when w.kind = 'automated' then w.just_in_time_from end, case when w.kind = 'automated' then w.just_in_time_until end,
    w.page_path
  from public.webinars w
  where w.status = 'published' and (not w.is_demo or public.is_demo_business())
  order by (select min(s.starts_at) from public.webinar_sessions s where s.webinar_id = w.id and s.status in ('scheduled', 'lobby', 'live')) nulls last,
    w.title, w.id
$$;
comment on function shown_webinars is 'never null: id, slug, title, subtitle, takeaways, presenter, presenter_about, kind, duration_minutes, has_replay, updated_at';

-- Seats left; null without a limit. Registrations on the waiting list count as taken seats.
create function private.webinar_seats_left(session webinar_sessions) returns integer
language sql stable security definer set search_path = '' as $$
  select case when session.capacity is not null then greatest(0, session.capacity - (
    select count(*) from public.webinar_registrations r
    where r.session_id = session.id and r.state <> 'cancelled' and r.repeat_of is null))::integer end
$$;

grant execute on function private.webinar_seats_left(webinar_sessions) to service_role;

-- Sessions of the last thirty days and later that pages show: every open or future session, and the last past one of
-- each status. A webinar that starts every quarter of an hour has thousands of past sessions.
create function shown_webinar_sessions() returns table (
  id uuid, webinar_id uuid, starts_at timestamptz, status text, seats_left integer, replay_until timestamptz, started_at timestamptz, ended_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select (r.session).id, (r.session).webinar_id, (r.session).starts_at, r.status, private.webinar_seats_left(r.session),
    (r.session).replay_until, (r.session).started_at, (r.session).ended_at
  from (
    select s as session, n.status, row_number() over (partition by s.webinar_id, n.status order by s.starts_at desc) as recency
    from public.webinar_sessions s join public.webinars w on w.id = s.webinar_id,
      lateral (select private.webinar_status_at(s, w, now()) as status) n
    where w.status = 'published' and (not w.is_demo or public.is_demo_business()) and s.starts_at > now() - interval '30 days'
  ) r
  where r.status in ('scheduled', 'lobby', 'live') or (r.session).starts_at > now() or r.recency = 1
  order by (r.session).starts_at, (r.session).id
$$;
comment on function shown_webinar_sessions is 'never null: id, webinar_id, starts_at, status';
grant execute on function shown_webinars(), shown_webinar_sessions() to anon, authenticated, service_role;

-- The state of a registration for its visitor, see webinar_visit(). Sets no search_path, so that it can be inlined.
create function private.webinar_visit_state(registration webinar_registrations, kind text, status text) returns text
language sql immutable as $$
  select case
    when registration.state = 'cancelled' then 'left'
    when registration.ejected_at is not null then 'ejected'
    when kind = 'on_demand' then 'on_demand'
    when status = 'cancelled' then 'cancelled'
    -- A recording has no seats.
    when registration.state = 'waitlisted' and status in ('scheduled', 'lobby', 'live') then 'waitlisted'
    when status = 'scheduled' then 'waiting'
    when status = 'lobby' then 'lobby'
    when status = 'live' then 'room'
    when status = 'replay' then 'replay'
    else 'over' end
$$;

-- The registration of a token and its state: lobby, room, replay, over (choose a next date), cancelled, ejected,
-- waiting (before the lobby), waitlisted (without a seat) or on_demand. No row for an unknown token.
create function webinar_visit(token text) returns table (
  registration_id uuid, webinar_id uuid, session_id uuid, slug text, title text, kind text, state text, first_name text, email text,
  client_zone text, starts_at timestamptz, ends_at timestamptz, started_at timestamptz, status text, replay_until timestamptz,
  cancel_reason text, registration_state text, stream jsonb, recording jsonb, captions_url text, chapters jsonb, recap text, duration_minutes integer,
  presenter text, subtitle text, wish text, stream_is_down boolean, lobby_at timestamptz, ical_sequence integer, may_correct boolean,
  thank_you_video jsonb)
language sql stable security definer set search_path = '' as $$
  select r.id, w.id, s.id, w.slug, w.title, w.kind,
    v.state,
    split_part(r.name, ' ', 1), public.masked_address(r.email), r.client_zone, s.starts_at,
    s.starts_at + make_interval(mins => w.duration_minutes), coalesce(s.started_at, case when n.status = 'live' then s.starts_at end), n.status, s.replay_until,
    s.cancel_reason, r.state,
    -- The stream's URL only while the room is open.
    case when v.state in ('lobby', 'room') then w.stream end,
    case when v.state in ('replay', 'on_demand') or (w.kind = 'automated' and v.state = 'room') then w.recording end,
    w.captions_url, w.chapters, w.recap, w.duration_minutes, w.presenter, w.subtitle, r.wish, s.stream_down_at is not null,
    s.starts_at - make_interval(mins => w.lobby_minutes), r.ical_sequence,
    l.is_of_browser and r.state in ('registered', 'waitlisted') and l.created_at > now() - interval '1 day',
    w.thank_you_video
  from public.webinar_links l
  join public.webinar_registrations r on r.id = l.registration_id
  join public.webinars w on w.id = r.webinar_id
  left join public.webinar_sessions s on s.id = r.session_id
  left join lateral (select private.webinar_status_at(s, w, now()) as status where s.id is not null) n on true
  cross join lateral (select private.webinar_visit_state(r, w.kind, n.status) as state) v
  where l.token_hash = public.link_hash(token)
$$;
comment on function webinar_visit is 'never null: registration_id, webinar_id, slug, title, kind, state, first_name, email, client_zone, registration_state, chapters, recap, duration_minutes, presenter, subtitle, stream_is_down, ical_sequence, may_correct';

-- The entered e-mail address, while it can be corrected. Only called by the server, for a browser that also has the token in its cookie:
-- the token alone is part of a page's URL.
create function webinar_typed_address(token text) returns text
language sql stable security definer set search_path = '' as $$
  select r.email from public.webinar_visit(token) v join public.webinar_registrations r on r.id = v.registration_id where v.may_correct
$$;
grant execute on function webinar_typed_address(text) to service_role;

-- Whether this registrant consented to messages by phone, with the last digits of the number. Consents of the contact's other registrations
-- are not revealed: another browser that enters the address has its own registration.
create function webinar_phone_consent(token text) returns table (phone_end text, is_agreed boolean)
language sql stable security definer set search_path = '' as $$
  select right(r.phone, 2), coalesce((
    select k.action = 'grant' and exists (
      select from public.consents own
      where own.contact_id = k.contact_id and own.value_norm = k.value_norm and own.channel = k.channel and own.purpose = k.purpose
        and own.source_type = 'webinar' and own.source_id = r.id)
    from public.consents k
    where k.contact_id = r.contact_id and k.channel = 'whatsapp' and k.purpose = 'marketing' and k.value_norm = r.phone
    order by k.at desc, k.id limit 1), false)
  from public.webinar_links l join public.webinar_registrations r on r.id = l.registration_id
  where l.token_hash = public.link_hash(token)
$$;
comment on function webinar_phone_consent is 'never null: is_agreed';
grant execute on function webinar_phone_consent(text) to anon, authenticated, service_role;

-- An invitation: webinar and inviter. `email` is masked; null for an invitation without an address.
create function webinar_invitation(token text) returns table (slug text, title text, invited_by text, email text, is_declined boolean, is_used boolean)
language sql stable security definer set search_path = '' as $$
  select w.slug, w.title, i.invited_by, public.masked_address(i.email), i.declined_at is not null, i.used_at is not null
  from public.webinar_invites i join public.webinars w on w.id = i.webinar_id
  where i.token_hash = public.link_hash(token) and w.status = 'published'
$$;
comment on function webinar_invitation is 'never null: slug, title, invited_by, is_declined, is_used';
grant execute on function webinar_visit(text), webinar_invitation(text) to anon, authenticated, service_role;
