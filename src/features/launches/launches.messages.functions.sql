-- Message anchors of launches. Buyers and participants who left get no messages, except notifications that a buyer
-- requested. Demo launches send none.
create function private.message_anchors_of_launch_participant(participant uuid)
returns table (anchor text, at timestamptz, expires_at timestamptz, contact_id uuid, to_value text, is_partner boolean)
language sql stable security definer set search_path = '' as $$
  select a.anchor, a.at, a.expires_at, p.contact_id, p.email, false
  from public.launch_participants p
  join public.launches l on l.id = p.launch_id
  join public.contacts c on c.id = p.contact_id and c.deleted_at is null
  cross join lateral (select coalesce(p.cart_opens_at, l.cart_opens_at) as opens, coalesce(p.cart_closes_at, l.cart_closes_at) as closes) w
  cross join lateral (values
    ('joined', p.joined_at, p.joined_at + interval '7 days', false),
    ('cart_opens', w.opens, w.closes, true),
    -- Skipped for short carts, whose middle is close to both ends.
    ('cart_middle', case when w.closes - w.opens >= interval '72 hours' then w.opens + (w.closes - w.opens) / 2 end, w.closes, true),
    ('cart_closes', w.closes, w.closes, true),
    ('cart_closed', w.closes, w.closes + interval '72 hours', true)) a (anchor, at, expires_at, of_cart)
  where p.id = participant and not p.is_demo and p.status not in ('buyer', 'opted_out') and l.status not in ('draft', 'ended', 'archived')
    and a.at is not null and (not a.of_cart or l.price_id is not null)
$$;

-- Uses the stored opening time, because calling the state function for thousands of participants is slow. The welcome
-- mail announces the first content, and the cart mail announces the sales page. A requested notification replaces the
-- release mail until the participant has opened the content.
create function private.message_anchors_of_launch_content(progress uuid)
returns table (anchor text, at timestamptz, expires_at timestamptz, contact_id uuid, to_value text, is_partner boolean)
language sql stable security definer set search_path = '' as $$
  select a.anchor, g.opens_at,
    coalesce(least(n.expires_at, g.opens_at + n.expires_hours * interval '1 hour'), private.launch_open_until(l, p)), p.contact_id, p.email, false
  from public.launch_progress g
  join public.launch_participants p on p.id = g.participant_id
  join public.launches l on l.id = p.launch_id
  join public.launch_contents n on n.id = g.content_id
  join public.contacts c on c.id = p.contact_id and c.deleted_at is null
  cross join unnest(array['released', 'not_watched', 'asked']) a (anchor)
  where g.id = progress and not p.is_demo and p.status <> 'opted_out' and l.status not in ('draft', 'ended', 'archived')
    and g.opens_at is not null and (n.kind <> 'sales' or l.price_id is null)
    and case a.anchor
      when 'asked' then g.notify_asked_at is not null and g.first_open_at is null
      when 'released' then p.status <> 'buyer' and g.notify_asked_at is null and g.opens_at > p.joined_at + interval '1 minute'
      else p.status <> 'buyer' and g.first_open_at is null end
$$;

create function private.message_anchors_of_launch_request(request uuid)
returns table (anchor text, at timestamptz, expires_at timestamptz, contact_id uuid, to_value text, is_partner boolean)
language sql stable security definer set search_path = '' as $$
  select r.kind, r.created_at, r.created_at + case r.kind when 'code' then interval '30 minutes' else interval '1 day' end, p.contact_id, p.email, false
  from public.launch_requests r
  join public.launch_participants p on p.id = r.participant_id
  join public.contacts c on c.id = p.contact_id and c.deleted_at is null
  where r.id = request and not p.is_demo
$$;

create function derive_launch_request_messages() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.derive_messages('launch_request', coalesce(new.id, old.id));
  return null;
end
$$;
create trigger derive_messages after insert or delete on launch_requests for each row execute function derive_launch_request_messages();

create function cancel_launch_messages() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.cancel_messages(tg_argv[0], old.id, 'entity_changed');
  return null;
end
$$;
create trigger cancel_messages after delete on launch_participants for each row execute function cancel_launch_messages('launch_participant');
create trigger cancel_messages after delete on launch_progress for each row execute function cancel_launch_messages('launch_content');

-- On the last day of a cart two mails are allowed: "a day is left" and "three hours are left" can fall on one day.
create function private.daily_cap_of_launch_participant(message scheduled_messages) returns integer
language sql stable security definer set search_path = '' as $$
  select 2 from public.launch_participants p join public.launches l on l.id = p.launch_id
  where p.id = message.context_id and now() < coalesce(p.cart_closes_at, l.cart_closes_at)
    and now() >= coalesce(p.cart_closes_at, l.cart_closes_at) - interval '24 hours'
$$;
