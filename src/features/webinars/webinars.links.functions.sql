-- The personal link of one registrant, for staff with access to the registration.

create function private.registration_of_staff(registration uuid) returns webinar_registrations
language plpgsql stable security definer set search_path = '' as $$
declare
  found_one public.webinar_registrations;
begin
  select r.* into found_one from public.webinar_registrations r where r.id = registration
    and ((select public.has_role('owner', 'admin', 'sales')) or r.contact_id in (select public.my_contact_ids()));
  if found_one.id is null then raise sqlstate 'PT404' using message = 'webinar_registration_not_found'; end if;
  return found_one;
end
$$;

-- Creates a further token and returns it once: only its hash is stored. Refusal: webinar_registration_not_found.
create function make_webinar_link(registration uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  token constant text := translate(encode(extensions.gen_random_bytes(18), 'base64'), '+/', '-_');
begin
  insert into public.webinar_links (token_hash, registration_id)
  select public.link_hash(token), r.id from private.registration_of_staff(make_webinar_link.registration) r;
  return token;
end
$$;
comment on function make_webinar_link is 'never null';

-- Mails the confirmation again, with a new link. Refusals: webinar_registration_not_found, webinar_link_just_sent, webinar_link_over.
create function resend_webinar_link(registration uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  sent_to constant public.webinar_registrations := private.registration_of_staff(registration);
begin
  if not exists (
    select from private.message_anchors_of_webinar_registration(sent_to.id) a
    where a.anchor in ('registered', 'registered_late') and a.expires_at > now())
  then raise sqlstate 'PT409' using message = 'webinar_link_over'; end if;
  -- At most one resend per minute.
  update public.webinar_registrations r set returned_at = clock_timestamp()
  where r.id = sent_to.id and coalesce(r.returned_at, r.registered_at) < now() - interval '1 minute';
  if not found then raise sqlstate 'PT429' using message = 'webinar_link_just_sent'; end if;
end
$$;
comment on function resend_webinar_link is 'never null';
grant execute on function make_webinar_link(uuid), resend_webinar_link(uuid) to authenticated;
