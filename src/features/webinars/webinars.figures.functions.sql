-- Figures of each session for the CRM, with their denominators: attendance of registrants, and completion of attendees.
create function webinar_figures() returns table (
  session_id uuid, registered bigint, waiting bigint, late bigint, attended bigint, stayed bigint, watched_minutes bigint, questions bigint, offer_clicks bigint)
language sql stable security definer set search_path = '' as $$
  select s.id,
    count(r.id) filter (where private.has_webinar_seat(r) and not private.is_late_registration(r, s)), count(r.id) filter (where r.state = 'waitlisted'),
    count(r.id) filter (where private.has_webinar_seat(r) and private.is_late_registration(r, s)),
    count(r.id) filter (where r.state in ('stayed', 'left_early') or r.state = 'joined' and r.watched_seconds >= 180),
    count(r.id) filter (where r.state = 'stayed'),
    coalesce(sum(r.watched_seconds) / 60, 0)::bigint,
    (select count(*) from public.webinar_messages m where m.session_id = s.id and m.kind = 'question'),
    count(r.offer_clicked_at)
  from public.webinar_sessions s left join public.webinar_registrations r on r.session_id = s.id and r.repeat_of is null
  where (select public.is_staff())
  group by s.id
$$;
comment on function webinar_figures is 'never null: session_id, registered, waiting, late, attended, stayed, watched_minutes, questions, offer_clicks';
grant execute on function webinar_figures() to authenticated;
