-- Staff move a registrant to another session of the webinar, like the registrant can: links remain valid, reminders are rescheduled.
-- Refusals: webinar_registration_not_found, webinar_session_not_found, webinar_closed, webinar_full, webinar_already_registered.
create function move_webinar_registrant(registration uuid, session uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  moved public.webinar_registrations := private.registration_of_staff(registration);
  target public.webinar_sessions;
  present public.webinar_registrations;
begin
  -- Lock order of a registration: address, session, registration.
  perform pg_advisory_xact_lock(hashtextextended('webinar ' || moved.webinar_id || ' ' || moved.email, 0));
  select s.* into target from public.webinar_sessions s
  where s.id = move_webinar_registrant.session and s.webinar_id = moved.webinar_id for update;
  select r.* into moved from public.webinar_registrations r where r.id = moved.id for update;
  if target.id is null or moved.repeat_of is not null then raise sqlstate 'PT404' using message = 'webinar_session_not_found'; end if;
  if not exists (select from public.webinars w where w.id = target.webinar_id
    and private.webinar_status_at(target, w, now()) in ('scheduled', 'lobby', 'live'))
  then raise sqlstate 'PT409' using message = 'webinar_closed'; end if;
  if target.id = moved.session_id then return; end if;
  if coalesce(private.webinar_seats_left(target) = 0, false) then raise sqlstate 'PT409' using message = 'webinar_full'; end if;
  select r.* into present from public.webinar_registrations r
  where r.session_id = target.id and r.email = moved.email and r.repeat_of is null;
  if present.id is not null then
    if present.state <> 'cancelled' then raise sqlstate 'PT409' using message = 'webinar_already_registered'; end if;
    -- Replaces a cancelled registration of the same address.
    update public.webinar_registrations r set repeat_of = moved.id where r.repeat_of = present.id;
    delete from public.webinar_registrations r where r.id = present.id;
  end if;
  update public.webinar_registrations r set session_id = target.id, state = 'registered', joined_at = null, moved_at = clock_timestamp()
  where r.id = moved.id;
end
$$;
comment on function move_webinar_registrant is 'never null';
grant execute on function move_webinar_registrant(uuid, uuid) to authenticated;
