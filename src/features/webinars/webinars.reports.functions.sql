-- Reports of a webinar, of one session or all: attendance, viewers by minute, interactions, revenue, and follow-up lists.

-- Orders attributed to sessions of webinars that offer the product. Each order is attributed to one session: that of
-- the payer's last registration before the payment, within thirty days after the session.
create function private.webinar_orders(webinar uuid, session uuid) returns table (
  registration_id uuid, session_id uuid, order_id uuid, agorot bigint)
language sql stable security definer set search_path = '' as $$
  select r.id, r.session_id, o.id, (o.paid_agorot - o.refunded_agorot)::bigint
  from public.webinar_registrations r
  join public.webinars w on w.id = r.webinar_id
  join public.orders o on o.contact_id = r.contact_id and o.product_id = w.offer_product_id
  left join public.webinar_sessions s on s.id = r.session_id
  where r.webinar_id = webinar and (session is null or r.session_id = session) and r.state <> 'cancelled' and r.repeat_of is null
    and o.paid_at >= r.registered_at
    and o.paid_at < coalesce(s.ended_at, s.starts_at, r.registered_at) + interval '30 days'
    and not exists (
      select from public.webinar_registrations later join public.webinars other on other.id = later.webinar_id
      where later.contact_id = r.contact_id and other.offer_product_id = o.product_id and later.state <> 'cancelled' and later.repeat_of is null
        and later.registered_at <= o.paid_at and (later.registered_at, later.id) > (r.registered_at, r.id))
$$;

-- Registered after the end, for the recording: excluded from all attendance rates.
create function private.is_late_registration(registration webinar_registrations, session webinar_sessions) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(registration.registered_at > session.ended_at, false)
$$;

-- Registrants with their watch time of broadcast and recording, purchases and segments. Those who cancelled or had no
-- seat have no segments.
create function private.webinar_people(webinar uuid, session uuid) returns table (
  registration_id uuid, contact_id uuid, state text, is_late boolean, attended boolean, watched_seconds integer, live int4multirange, replay int4multirange,
  clicked boolean, orders integer, agorot bigint, segments text[])
language sql stable security definer set search_path = '' as $$
  select r.id, r.contact_id, r.state, private.is_late_registration(r, s), k.attended, r.watched_seconds, v.live, v.replay, k.clicked, k.orders,
    coalesce(b.agorot, 0), case when r.state in ('cancelled', 'waitlisted') then '{}' else array_remove(array['registered',
      case when r.state in ('stayed', 'left_early', 'missed') then r.state end,
      case when not isempty(v.replay) then 'replay' end,
      case when k.orders > 0 then 'bought' end,
      case when k.attended and k.orders = 0 then 'attended_not_bought' end,
      case when r.watched_seconds >= w.duration_minutes * 60 * 0.7 and k.orders = 0 then 'warm' end,
      case when k.clicked and k.orders = 0 then 'clicked_not_bought' end], null) end
  from public.webinar_registrations r join public.webinars w on w.id = r.webinar_id
  left join public.webinar_sessions s on s.id = r.session_id
  left join lateral (
    select coalesce(range_agg(v.watched) filter (where v.kind <> 'replay'), '{}') as live,
      coalesce(range_agg(v.watched) filter (where v.kind = 'replay'), '{}') as replay
    -- One indexable condition: an OR would read all views for each registrant.
    from public.webinar_views v where v.registration_id = any (array(
      select r.id union all select p.id from public.webinar_registrations p where p.repeat_of = r.id))) v on true
  left join (
    select o.registration_id, count(*)::integer as orders, sum(o.agorot)::bigint as agorot
    from private.webinar_orders(webinar, session) o group by 1) b on b.registration_id = r.id
  cross join lateral (
    select r.state in ('stayed', 'left_early') or r.state = 'joined' and r.watched_seconds >= least(180, w.duration_minutes * 3) as attended,
      r.offer_clicked_at is not null as clicked, coalesce(b.orders, 0) as orders) k
  where r.webinar_id = webinar and (session is null or r.session_id = session) and r.repeat_of is null
$$;

-- The highest peak of concurrent viewers, and the minute of its broadcast.
create function private.webinar_peak(webinar uuid, session uuid) returns table (viewers integer, minute integer)
language sql stable security definer set search_path = '' as $$
  select k.viewers, private.webinar_second(s, k.reached_at) / 60
  from public.webinar_peaks k join public.webinar_sessions s on s.id = k.session_id
  where s.webinar_id = webinar and (session is null or s.id = session)
  order by k.viewers desc, k.reached_at limit 1
$$;

-- Exit poll answers, counted by kind.
create function private.webinar_exit_answers(webinar uuid, session uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(x.exit_answer, x.n), '{}') from (
    select r.exit_answer, count(*) as n from public.webinar_registrations r
    where r.webinar_id = webinar and (session is null or r.session_id = session) and r.repeat_of is null and r.exit_answer is not null
    group by r.exit_answer) x
$$;

-- The figures of a report. Without a session: all sessions and on-demand viewing. Refusal: not_allowed.
create function webinar_report(webinar uuid, session uuid default null) returns table (
  registered integer, cancelled integer, attended integer, stayed integer, left_early integer, missed integer, replayed integer,
  watched_minutes integer, questions integer, lines integer, answers integer, clicks integer, buyers integer, revenue_agorot bigint,
  peak integer, peak_minute integer, late integer, exit_answers jsonb)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_role('owner', 'admin', 'sales');
  return query
  select count(*) filter (where p.state not in ('cancelled', 'waitlisted') and not p.is_late)::integer, count(*) filter (where p.state = 'cancelled')::integer,
    count(*) filter (where p.attended)::integer, count(*) filter (where p.state = 'stayed')::integer,
    count(*) filter (where p.state = 'left_early')::integer, count(*) filter (where p.state = 'missed')::integer,
    count(*) filter (where p.state = 'replay' or not isempty(p.replay))::integer,
    (coalesce(sum(p.watched_seconds), 0) / 60)::integer,
    (select count(*) filter (where m.kind = 'question')::integer from public.webinar_messages m
     where m.webinar_id = webinar and (session is null or m.session_id = session)),
    (select count(*) filter (where m.kind = 'chat')::integer from public.webinar_messages m
     where m.webinar_id = webinar and (session is null or m.session_id = session)),
    (select count(*)::integer from public.webinar_answers a join public.webinar_registrations r on r.id = a.registration_id
     where a.kind = 'answered' and r.webinar_id = webinar and (session is null or r.session_id = session)),
    count(*) filter (where p.clicked)::integer, count(*) filter (where p.orders > 0)::integer, coalesce(sum(p.agorot), 0)::bigint,
    coalesce((select max(k.viewers) from private.webinar_peak(webinar, session) k), 0), (select k.minute from private.webinar_peak(webinar, session) k),
    count(*) filter (where p.state <> 'cancelled' and p.is_late)::integer, private.webinar_exit_answers(webinar, session)
  from private.webinar_people(webinar, session) p;
end
$$;
comment on function webinar_report is 'never null: registered, cancelled, attended, stayed, left_early, missed, replayed, watched_minutes, questions, lines, answers, clicks, buyers, revenue_agorot, peak, late, exit_answers';

-- Viewers by minute, of the broadcast and of the recording; registrants who left the broadcast in that minute, and their purchases.
create function webinar_report_minutes(webinar uuid, session uuid default null) returns table (
  minute integer, live integer, replay integer, left_here integer, left_revenue_agorot bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_role('owner', 'admin', 'sales');
  return query
  with people as materialized (select * from private.webinar_people(webinar, session)),
  ends as (select greatest(1, (max(greatest(coalesce(upper(p.live), 0), coalesce(upper(p.replay), 0))) + 59) / 60) as minutes from people p),
  counted as (
    select m.minute, int4range(m.minute * 60, m.minute * 60 + 60) as span
    from ends e, generate_series(0, least(480, e.minutes) - 1) as m (minute))
  select c.minute, count(*) filter (where p.live && c.span)::integer, count(*) filter (where p.replay && c.span)::integer,
    count(*) filter (where (upper(p.live) - 1) / 60 = c.minute)::integer,
    coalesce(sum(p.agorot) filter (where (upper(p.live) - 1) / 60 = c.minute), 0)::bigint
  from counted c left join people p on p.live && c.span or p.replay && c.span
  group by c.minute order by c.minute;
end
$$;
comment on function webinar_report_minutes is 'never null: minute, live, replay, left_here, left_revenue_agorot';

-- Interactions with their second: by the video position, or when the host opened them.
create function webinar_report_moments(webinar uuid, session uuid default null) returns table (
  interaction_id uuid, kind text, title text, at_second integer, answered integer, clicked integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_role('owner', 'admin', 'sales');
  return query
  select i.id, i.kind, i.title, t.second, coalesce(a.answered, 0), coalesce(a.clicked, 0)
  from public.webinar_interactions i join public.webinars w on w.id = i.webinar_id
  left join lateral (
    select min(extract(epoch from o.opens_at - s.started_at))::integer as second
    from public.webinar_openings o join public.webinar_sessions s on s.id = o.session_id
    where o.interaction_id = i.id and o.session_id = session and s.started_at is not null) opened on true
  left join lateral (
    select count(*) filter (where a.kind = 'answered')::integer as answered, count(*) filter (where a.kind = 'clicked')::integer as clicked
    from public.webinar_answers a join public.webinar_registrations r on r.id = a.registration_id
    where a.interaction_id = i.id and (session is null or r.session_id = session)) a on true,
    lateral (select greatest(0, coalesce(opened.second, i.at_second)) as second) t
  where i.webinar_id = webinar order by t.second nulls last, i.title, i.id;
end
$$;
comment on function webinar_report_moments is 'never null: interaction_id, kind, title, answered, clicked';

-- Each session with its buyers and revenue.
create function webinar_revenue(webinar uuid) returns table (
  session_id uuid, starts_at timestamptz, status text, registered integer, attended integer, buyers integer, revenue_agorot bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_role('owner', 'admin', 'sales');
  return query
  select s.id, s.starts_at, s.status, p.registered, p.attended, p.buyers, p.revenue
  from public.webinar_sessions s, lateral (
    select count(*) filter (where p.state not in ('cancelled', 'waitlisted') and not p.is_late)::integer as registered, count(*) filter (where p.attended)::integer as attended,
      count(*) filter (where p.orders > 0)::integer as buyers, coalesce(sum(p.agorot), 0)::bigint as revenue
    from private.webinar_people(webinar, s.id) p) p
  where s.webinar_id = webinar order by s.starts_at desc;
end
$$;
comment on function webinar_revenue is 'never null: session_id, starts_at, status, registered, attended, buyers, revenue_agorot';

-- The contacts of a segment that are not deleted.
create function private.webinar_segment(webinar uuid, session uuid, segment text) returns table (contact_id uuid)
language sql stable security definer set search_path = '' as $$
  select distinct p.contact_id from private.webinar_people(webinar, session) p
  join public.contacts c on c.id = p.contact_id and c.deleted_at is null
  where segment = any (p.segments)
$$;

-- The number of contacts in each segment.
create function webinar_segments(webinar uuid, session uuid default null) returns table (segment text, contacts integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_role('owner', 'admin', 'sales');
  return query
  with counted as (
    select u.name, count(distinct p.contact_id)::integer as contacts
    from private.webinar_people(webinar, session) p
    join public.contacts c on c.id = p.contact_id and c.deleted_at is null, unnest(p.segments) as u (name)
    group by u.name)
  select s.name, coalesce(n.contacts, 0)
  from unnest(array['attended_not_bought', 'warm', 'clicked_not_bought', 'stayed', 'left_early', 'missed', 'replay', 'bought', 'registered'])
    with ordinality as s (name, place) left join counted n on n.name = s.name order by s.place;
end
$$;
comment on function webinar_segments is 'never null: segment, contacts';

-- A follow-up list: tags the contacts of a segment, and saves a view of the caller, which campaigns can use as audience. A second
-- call tags new contacts. Returns {tag, added, contacts}. Refusals: not_allowed, webinar_segment_empty, tag_name_length.
create function follow_up_webinar(webinar uuid, session uuid, segment text, name text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  list uuid;
  added integer;
  members constant uuid[] := array(select s.contact_id from private.webinar_segment(webinar, session, segment) s);
begin
  perform private.require_role('owner', 'admin', 'sales');
  if cardinality(members) = 0 then raise sqlstate 'PT422' using message = 'webinar_segment_empty'; end if;
  insert into public.tags (name) values (btrim(follow_up_webinar.name)) on conflict (lower(tags.name)) do nothing;
  select t.id into list from public.tags t where lower(t.name) = lower(btrim(follow_up_webinar.name));
  insert into public.contact_tags (contact_id, tag_id) select m, list from unnest(members) m on conflict do nothing;
  get diagnostics added = row_count;
  -- At the limit of saved views, only the tag is created.
  if (select count(*) from public.saved_views v where v.user_id = auth.uid() and v.entity = 'contacts') < 30 then
    insert into public.saved_views (user_id, entity, name, query)
    values (auth.uid(), 'contacts', btrim(follow_up_webinar.name), jsonb_build_object('search', 'f=tag%3Ais%3A' || list))
    on conflict on constraint view_name_taken do nothing;
  end if;
  return jsonb_build_object('tag', list, 'added', added, 'contacts', cardinality(members));
end
$$;
comment on function follow_up_webinar is 'never null; takes null: session';

-- Registrants of a report with viewing and purchases: the 500 with the longest viewing.
create function webinar_report_people(webinar uuid, session uuid default null) returns table (
  registration_id uuid, contact_id uuid, name text, state text, watched_seconds integer, answers integer, clicked boolean, agorot bigint,
  wish text, exit_answer text)
language sql stable security definer set search_path = '' as $$
  select r.id, r.contact_id, r.name, r.state, r.watched_seconds,
    (select count(*)::integer from public.webinar_answers a where a.registration_id = r.id and a.kind = 'answered'), p.clicked, p.agorot,
    coalesce(r.wish, (select p.wish from public.webinar_registrations p where p.repeat_of = r.id and p.wish is not null order by p.id limit 1)), r.exit_answer
  from private.webinar_people(webinar, session) p join public.webinar_registrations r on r.id = p.registration_id
  where (select public.has_role('owner', 'admin', 'sales'))
  order by r.watched_seconds desc, r.registered_at, r.id limit 500
$$;
comment on function webinar_report_people is 'never null: registration_id, contact_id, name, state, watched_seconds, answers, clicked, agorot';

grant execute on function webinar_report(uuid, uuid), webinar_report_minutes(uuid, uuid), webinar_report_moments(uuid, uuid),
  webinar_revenue(uuid), webinar_segments(uuid, uuid), follow_up_webinar(uuid, uuid, text, text), webinar_report_people(uuid, uuid)
  to authenticated;
