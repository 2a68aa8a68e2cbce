-- Merge fields of a webinar registration.
create function private.merge_fields_of_webinar_registration() returns text[]
language sql immutable set search_path = '' as $$
  select array['שם_הדרכה', 'תאריך_הדרכה', 'שעון_הדרכה', 'משך_הדרכה', 'סוף_הקלטה', 'קישור.הדרכה']
$$;

-- Only for its registrant.
create function private.merge_values_of_webinar_registration(registration uuid, contact uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(f) from public.webinar_registrations r, public.webinar_message_facts(r.id) f
  where r.id = registration and r.contact_id = contact
$$;

-- A path with a new token. Only the hash of the token is stored.
create function private.merge_link_of_webinar_registration(field text, contact uuid, context_id uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  token constant text := translate(encode(extensions.gen_random_bytes(18), 'base64'), '+/', '-_');
  slug constant text := (
    select w.slug from public.webinar_registrations r join public.webinars w on w.id = r.webinar_id
    where r.id = context_id and r.contact_id = contact);
begin
  if field <> 'קישור.הדרכה' or slug is null then return null; end if;
  insert into public.webinar_links (token_hash, registration_id) values (public.link_hash(token), context_id);
  return '/webinar/' || slug || '/live?r=' || token;
end
$$;

-- The contact's newest registration, for a preview.
create function private.newest_webinar_registration_of(contact uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select r.id from public.webinar_registrations r
  where r.contact_id = contact and r.state <> 'cancelled' order by r.registered_at desc, r.id limit 1
$$;

-- Whether the registration or its session was cancelled. No event reports this, so the trigger is ignored.
create function private.has_ended_webinar_registration(registration uuid, trigger text) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (
    select from public.webinar_registrations r left join public.webinar_sessions s on s.id = r.session_id
    where r.id = registration and r.state <> 'cancelled' and s.status is distinct from 'cancelled')
$$;
