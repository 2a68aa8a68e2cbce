create function stamp_mailing_list() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end
$$;
create trigger stamp_update before update on mailing_lists for each row execute function stamp_mailing_list();

-- Data behind a mailed link. The token of the link is the credential, and grants access to its data only.

create function masked_address(address text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select regexp_replace(split_part(address, '@', 1), '^(..?).*$', '\1') || '•••@' || split_part(address, '@', 2)
$$;

create function link_hash(token text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select encode(sha256(convert_to(token, 'UTF8')), 'hex')
$$;

-- open, confirmed or expired, with the address; no row for an unknown link.
create function newsletter_request_of(token text) returns table (state text, email text)
language sql stable security definer set search_path = '' as $$
  select case when r.confirmed_at is not null then 'confirmed' when r.expires_at < now() then 'expired' else 'open' end,
    public.masked_address(r.email)
  from public.newsletter_requests r
  where public.link_hash(token) in (r.token_hash, r.reminder_hash)
$$;
comment on function newsletter_request_of is 'never null: state, email';

-- The address and its subscriptions. `is_off`: unsubscribed from everything.
create function preferences_of(token text) returns table (
  email text, is_off boolean, is_consenting boolean, paused_until timestamptz, at_most_weekly boolean, lists jsonb, reason text)
language sql stable security definer set search_path = '' as $$
  select public.masked_address(l.email),
    exists (select from public.suppressions s where s.value_hash = public.address_hash(l.email) and s.reason in ('unsubscribe', 'complaint', 'legal')),
    coalesce((select k.action = 'grant' from public.consents k
      where k.contact_id = l.contact_id and k.value_norm = l.email and k.channel = 'email' and k.purpose = 'marketing'
      order by k.at desc, k.id limit 1), false),
    case when p.paused_until > now() then p.paused_until end,
    coalesce(p.at_most_weekly, false),
    coalesce((
      select jsonb_agg(jsonb_build_object('id', m.id, 'name', m.name, 'description', m.description, 'isOn', s.status is not distinct from 'confirmed')
        order by m.position, m.created_at)
      from public.mailing_lists m
      left join public.subscriptions s on s.list_id = m.id and s.email = l.email
      where m.archived_at is null and (m.is_public or s.status = 'confirmed')), '[]'),
    (select u.reason from public.unsubscribe_reasons u where u.link_hash = l.token_hash)
  from public.preference_links l left join public.mail_preferences p on p.email = l.email
  where l.token_hash = public.link_hash(token)
$$;
comment on function preferences_of is 'never null: email, is_off, is_consenting, at_most_weekly, lists';

-- The number of addresses that receive the public lists by the rules of sending, for the sign-up page. Addresses with
-- paused mails count. Null below 50, because a low number is not shown.
create function newsletter_recipient_count() returns integer
language sql stable security definer set search_path = '' as $$
  select count(distinct s.email)::integer
  from public.subscriptions s
  join public.mailing_lists m on m.id = s.list_id
  cross join lateral private.advertising_blocks(s.contact_id, s.email, 'email') b
  where s.status = 'confirmed' and m.is_public and m.archived_at is null and coalesce(b.reason, 'paused') = 'paused'
    and (not s.is_demo or public.is_demo_business())
  having count(distinct s.email) >= 50
$$;

grant execute on function newsletter_recipient_count() to anon, authenticated, service_role;
grant execute on function link_hash(text), masked_address(text) to service_role;
grant execute on function newsletter_request_of(text), preferences_of(text) to anon, authenticated, service_role;
