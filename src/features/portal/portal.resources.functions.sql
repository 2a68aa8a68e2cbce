-- What a client can read and watch: recordings of webinars that they registered for, and the guides of the business.
create function my_resources() returns table (id uuid, kind text, title text, about text, path text, at timestamptz, until timestamptz)
language sql stable security definer set search_path = '' as $$
  select r.id, 'recording', w.title, w.subtitle, w.slug, coalesce(s.starts_at, r.registered_at), s.replay_until
  from public.webinar_registrations r
  join public.webinars w on w.id = r.webinar_id and w.status = 'published' and w.recording is not null
  left join public.webinar_sessions s on s.id = r.session_id
  where r.contact_id = public.my_client_contact_id() and r.state <> 'cancelled' and r.ejected_at is null
    and r.repeat_of is null
    and (w.kind = 'on_demand' or private.webinar_status_at(s, w, now()) = 'replay')
  union all
  select m.id, 'guide', m.title, m.description, '/lead/' || m.slug, null, null
  from public.shown_lead_magnets() m
  where m.has_file and m.landing_path is null and public.my_client_contact_id() is not null
$$;
comment on function my_resources is 'never null: id, kind, title, about, path';
grant execute on function my_resources() to authenticated;

-- Opens the recording of a registration: stores the hash of a key that the browser drew.
create function open_my_recording(registration uuid, token text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if token !~ '^[\w-]{22}$' then raise sqlstate 'PT422' using message = 'recording_gone'; end if;
  insert into public.webinar_links (token_hash, registration_id)
  select public.link_hash(token), r.id from public.webinar_registrations r
  where r.id = registration and exists (select from public.my_resources() o where o.id = r.id and o.kind = 'recording');
  if not found then raise sqlstate 'PT404' using message = 'recording_gone'; end if;
end
$$;
grant execute on function open_my_recording(uuid, text) to authenticated;
