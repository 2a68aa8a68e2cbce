-- Events of webinars, and their timeline entries. Heartbeats and chat write no events.
create function private.emit_webinar_event(happened text, registration webinar_registrations) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  webinar public.webinars;
  bought jsonb := '{}';
begin
  select w.* into webinar from public.webinars w where w.id = registration.webinar_id;
  -- Whether the offer was bought since the registration: a run triggered by this event cannot see earlier purchases.
  if happened = 'stayed' then
    bought := jsonb_build_object('bought', exists (
      select from public.orders o
      where o.contact_id = registration.contact_id and o.product_id = webinar.offer_product_id and o.paid_at >= registration.registered_at));
  end if;
  perform private.emit_event('webinar.' || happened, registration.contact_id, 'webinar', webinar.id,
    jsonb_build_object('webinar_id', webinar.id, 'webinar_registration_id', registration.id, 'slug', webinar.slug, 'session_id', registration.session_id,
      'minutes', registration.watched_seconds / 60) || bought, registration.is_demo);
  if registration.is_demo then return; end if;
  insert into public.activities (type, happened_at, actor_kind, actor_id, contact_id, related_type, related_id, title_cache, payload)
  values ('webinar.' || happened, clock_timestamp(), 'contact', registration.contact_id, registration.contact_id, 'webinar', webinar.id,
    webinar.title, case when happened in ('registered', 'waitlisted')
      then jsonb_strip_nulls(jsonb_build_object('name', registration.name, 'email', registration.email, 'phone', registration.phone))
      else jsonb_build_object('minutes', registration.watched_seconds / 60) end);
end
$$;

create function emit_webinar_registration_event() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- The event is emitted again when a registration moves between seat and waiting list. A correction emits it when the
  -- registration becomes the first one of its address or moves to another contact.
  if tg_op = 'INSERT' or old.repeat_of is not null or old.email <> new.email and old.contact_id <> new.contact_id
    or (old.state = 'waitlisted') <> (new.state = 'waitlisted') and new.state in ('registered', 'waitlisted') then
    perform private.emit_webinar_event(case new.state when 'waitlisted' then 'waitlisted' else 'registered' end, new);
  elsif new.state <> old.state and new.state <> 'cancelled' and new.state <> 'registered' then
    perform private.emit_webinar_event(case new.state when 'left_early' then 'left' when 'replay' then 'replay_watched' else new.state end, new);
  end if;
  if tg_op = 'UPDATE' and old.offer_clicked_at is null and new.offer_clicked_at is not null then
    perform private.emit_webinar_event('offer_clicked', new);
  end if;
  return null;
end
$$;
create trigger emit_registered after insert on webinar_registrations for each row when (new.repeat_of is null) execute function emit_webinar_registration_event();
create trigger emit_changed after update on webinar_registrations
  for each row when (new.repeat_of is null and (old.state, old.offer_clicked_at, old.email, old.repeat_of)
    is distinct from (new.state, new.offer_clicked_at, new.email, new.repeat_of))
  execute function emit_webinar_registration_event();

create function emit_webinar_question() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  registration public.webinar_registrations;
begin
  select r.* into registration from public.webinar_registrations r where r.id = new.registration_id;
  if registration.id is not null then perform private.emit_webinar_event('question_asked', registration); end if;
  return null;
end
$$;
create trigger emit_question after insert on webinar_messages for each row when (new.kind = 'question')
  execute function emit_webinar_question();
