-- Message anchors of an unconfirmed sign-up request, which has an address but no contact yet.
create function private.message_anchors_of_newsletter_request(request uuid)
returns table (anchor text, at timestamptz, expires_at timestamptz, contact_id uuid, to_value text, is_partner boolean)
language sql stable security definer set search_path = '' as $$
  -- Mails expire a day before the request, so that a recipient has a day left to confirm it.
  select 'requested', r.created_at, r.expires_at - interval '1 day', null::uuid, r.email, false
  from public.newsletter_requests r
  where r.id = request and r.confirmed_at is null
    and not exists (select from public.newsletter_requests l where l.email = r.email and l.created_at > r.created_at)
    and not exists (select from public.suppressions s where s.channel = 'email' and s.value_hash = public.address_hash(r.email))
$$;

create function derive_request_messages() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.derive_messages('newsletter_request', coalesce(new.id, old.id));
  return null;
end
$$;
create trigger derive_messages after insert or delete on newsletter_requests for each row execute function derive_request_messages();
create trigger derive_messages_of_changed after update of confirmed_at, created_at, expires_at on newsletter_requests
  for each row execute function derive_request_messages();
