-- The appointment list. A rescheduled appointment is listed once, at its current time.
create function filtered_appointments(filter appointment_filter) returns setof appointments
language sql stable set search_path = '' as $$
  select a.* from public.appointments a
  where a.status <> 'rescheduled'
    and case (filter).shown
      when 'ahead' then a.status in ('awaiting_payment', 'pending', 'confirmed') and a.ends_at > now()
      when 'undecided' then a.status = 'pending'
      when 'past' then a.status in ('confirmed', 'completed', 'no_show') and a.ends_at <= now()
      when 'no_show' then a.status = 'no_show'
      when 'ended' then a.status in ('cancelled', 'rejected', 'expired')
      else true end
    and ((filter).hosts is null or a.user_id = any ((filter).hosts))
    and ((filter).types is null or a.type_id = any ((filter).types))
    and ((filter).from_day is null or a.starts_at >= (filter).from_day::timestamp at time zone 'Asia/Jerusalem')
    and ((filter).until_day is null or a.starts_at < ((filter).until_day + 1)::timestamp at time zone 'Asia/Jerusalem')
    and (coalesce((filter).query, '') = '' or exists (
      select from public.appointment_attendees t where t.appointment_id = a.id
        and (strpos(public.he_norm(t.name), nullif(public.he_norm((filter).query), '')) > 0 or strpos(t.email, lower((filter).query)) > 0
          or char_length(private.digits_of((filter).query)) >= 4 and strpos(t.phone, private.digits_of((filter).query)) > 0)))
$$;
grant execute on function filtered_appointments(appointment_filter) to authenticated;

-- The next appointment of each contact; contacts without an upcoming one are absent.
create function next_appointments(contacts uuid[]) returns table (contact_id uuid, starts_at timestamptz)
language sql stable set search_path = '' as $$
  select a.contact_id, min(a.starts_at) from public.appointments a
  where a.contact_id = any (contacts) and a.status in ('pending', 'confirmed') and a.ends_at > now()
  group by a.contact_id
$$;
comment on function next_appointments is 'never null: contact_id, starts_at';
grant execute on function next_appointments(uuid[]) to authenticated;

-- Digits of a typed phone number without the trunk zero: stored numbers begin with +972.
create function private.digits_of(typed text) returns text
language sql immutable set search_path = '' as $$
  select ltrim(regexp_replace(typed, '\D', '', 'g'), '0')
$$;
grant execute on function private.digits_of(text) to authenticated;
