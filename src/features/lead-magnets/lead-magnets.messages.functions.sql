-- Message anchors of a delivery. A stopped delivery has no messages; the reminder belongs to the newest delivery of an
-- unopened request.
create function private.message_anchors_of_lead_magnet_delivery(delivery uuid)
returns table (anchor text, at timestamptz, expires_at timestamptz, contact_id uuid, to_value text, is_partner boolean)
language sql stable security definer set search_path = '' as $$
  select a.anchor, d.created_at, d.created_at + interval '7 days', r.contact_id, d.email, false
  from public.lead_magnet_deliveries d
  join public.lead_magnet_requests r on r.id = d.request_id
  join public.contacts c on c.id = r.contact_id and c.deleted_at is null
  cross join unnest(array['requested', 'not_opened']) a (anchor)
  where d.id = delivery and d.stopped_at is null and not r.is_demo
    and (a.anchor = 'requested' or r.opened_at is null and not exists (
      select from public.lead_magnet_deliveries later where later.request_id = d.request_id and later.created_at > d.created_at))
$$;

-- A new delivery cancels the reminder of the former one.
create function derive_delivery_messages() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.derive_messages('lead_magnet_delivery', d.id) from (
    select coalesce(new.id, old.id) as id
    union
    select s.id from public.lead_magnet_deliveries s where tg_op = 'INSERT' and s.request_id = new.request_id) d;
  return null;
end
$$;
create trigger derive_messages after insert or delete on lead_magnet_deliveries for each row execute function derive_delivery_messages();
create trigger derive_messages_of_stopped after update of stopped_at on lead_magnet_deliveries
  for each row execute function derive_delivery_messages();

create function derive_lead_magnet_messages() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.derive_messages('lead_magnet_delivery', d.id)
  from public.lead_magnet_deliveries d where d.request_id = new.id;
  return null;
end
$$;
create trigger derive_messages after update of opened_at, contact_id on lead_magnet_requests
  for each row when ((old.opened_at, old.contact_id) is distinct from (new.opened_at, new.contact_id))
  execute function derive_lead_magnet_messages();
