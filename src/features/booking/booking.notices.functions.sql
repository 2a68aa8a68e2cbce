-- Notifications about requests that the host has not decided.
create function private.notice_anchors_of_appointment(anchor text, from_at timestamptz, until_at timestamptz)
returns table (entity_id uuid, at timestamptz, responsible uuid, title text, message text, severity text, related_type text, related_id uuid)
language sql stable security definer set search_path = '' as $$
  select a.id, a.created_at, a.user_id, 'בקשה לפגישה מחכה לאישור: ' || a.title,
    concat_ws(', ', m.name, to_char(a.starts_at at time zone 'Asia/Jerusalem', 'DD.MM.YYYY, HH24:MI')), 'high', 'contact', a.contact_id
  from public.appointments a left join public.appointment_attendees m on m.appointment_id = a.id and m.role = 'main'
  where anchor = 'requested' and a.status = 'pending' and a.decide_by > now() and not a.is_demo and a.created_at between from_at and until_at
$$;
