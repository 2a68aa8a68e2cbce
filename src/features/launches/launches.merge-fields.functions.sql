-- Launch merge fields of message templates, for a participant.
create function private.merge_fields_of_launch_participant() returns text[]
language sql immutable set search_path = '' as $$
  select array['שם_השקה', 'שיעור_השקה', 'פתיחת_הרשמה', 'סגירת_הרשמה', 'קישור.השקה', 'קישור.הרשמה_להשקה']
$$;

-- Returns values only for the participant's contact. A launch without a price has no cart dates.
create function private.merge_values_of_launch_participant(participant uuid, contact uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('title', l.title, 'zone', l.tz,
    'opens_at', case when l.price_id is not null then coalesce(p.cart_opens_at, l.cart_opens_at) end,
    'closes_at', case when l.price_id is not null then coalesce(p.cart_closes_at, l.cart_closes_at) end,
    'content', (
      select n.title from public.launch_progress g join public.launch_contents n on n.id = g.content_id
      where g.participant_id = p.id and g.opens_at <= now() and n.kind <> 'sales' order by g.opens_at desc, n.position desc limit 1))
  from public.launch_participants p join public.launches l on l.id = p.launch_id
  where p.id = participant and p.contact_id = contact
$$;

-- A path with a new token, which does not verify the address. Only the token hash is stored.
create function private.merge_link_of_launch_participant(field text, contact uuid, context_id uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  key constant text := translate(encode(extensions.gen_random_bytes(18), 'base64'), '+/', '-_');
  launch constant uuid := (select p.launch_id from public.launch_participants p where p.id = context_id and p.contact_id = contact);
begin
  if field not in ('קישור.השקה', 'קישור.הרשמה_להשקה') or launch is null then return null; end if;
  insert into public.launch_tokens (token_hash, participant_id, proves_address) values (public.link_hash(key), context_id, false);
  return '/plf/' || launch || '/t/' || key || case when field = 'קישור.הרשמה_להשקה' then '?to=offer' else '' end;
end
$$;

-- The contact's newest launch, used in previews.
create function private.newest_launch_participant_of(contact uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select p.id from public.launch_participants p
  where p.contact_id = contact and p.status <> 'opted_out' order by p.joined_at desc, p.id limit 1
$$;

-- Whether messages about the launch are obsolete: it ended, or the participant left. Sales messages are also obsolete
-- for buyers, and after the cart has closed.
create function private.has_ended_launch_participant(participant uuid, trigger text) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (
    select from public.launch_participants p join public.launches l on l.id = p.launch_id
    where p.id = participant and case when trigger = 'launch.opted_out' then true
      when p.status = 'opted_out' or l.status in ('draft', 'ended', 'archived') then false
      else not coalesce(trigger in ('launch.cart_opened', 'launch.cart_closing'), false)
        or p.status <> 'buyer' and coalesce(coalesce(p.cart_closes_at, l.cart_closes_at) > now(), false) end)
$$;
