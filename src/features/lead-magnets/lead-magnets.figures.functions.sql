-- Statistics from view to opportunity and revenue, for the CRM. Counts of all lead magnets, and the contacts counted for one.

-- The furthest step of each request. An opportunity counts from the day of the request on.
create function private.lead_magnet_progress() returns table (
  request_id uuid, magnet_id uuid, contact_id uuid, requested_at timestamptz, delivered_at timestamptz, opened_at timestamptz, opportunity_id uuid)
language sql stable security definer set search_path = '' as $$
  select r.id, r.magnet_id, r.contact_id, r.created_at, sent.at, r.opened_at, o.id
  from public.lead_magnet_requests r
  join public.contacts c on c.id = r.contact_id and c.deleted_at is null
  left join lateral (
    select min(m.sent_at) as at from public.lead_magnet_deliveries d
    join public.scheduled_messages s on s.context_type = 'lead_magnet_delivery' and s.context_id = d.id
    join public.messages m on m.scheduled_id = s.id and m.bounced_at is null and m.error is null
    where d.request_id = r.id and d.stopped_at is null) sent on true
  left join lateral (
    select o.id from public.opportunities o where o.contact_id = r.contact_id and o.created_at >= r.created_at and o.deleted_at is null
    order by o.created_at limit 1) o on true
$$;

-- Ledger amounts attributed to requests. A payment counts for the payer's last request up to the day of payment; a
-- refund counts for the request of its payment.
create function private.lead_magnet_revenue() returns table (request_id uuid, magnet_id uuid, agorot bigint)
language sql stable security definer set search_path = '' as $$
  select r.id, r.magnet_id, sum(case p.kind when 'refund' then -p.amount_agorot else p.amount_agorot end)::bigint
  from public.payments p left join public.payments returned on returned.id = p.refund_of
  cross join lateral (
    select q.id, q.magnet_id from public.lead_magnet_requests q
    where q.contact_id = p.contact_id and (q.created_at at time zone 'Asia/Jerusalem')::date <= coalesce(returned.paid_on, p.paid_on)
    order by q.created_at desc, q.id limit 1) r
  where p.voided_at is null and p.status = 'captured'
  group by r.id, r.magnet_id
$$;

create function lead_magnet_figures() returns table (
  magnet_id uuid, views bigint, requested bigint, delivered bigint, opened bigint, opportunities bigint, revenue_agorot bigint)
language sql stable security definer set search_path = '' as $$
  select m.id, (select count(*) from public.page_views v where v.path = coalesce(m.landing_path, '/lead/' || m.slug)),
    count(p.request_id), count(p.delivered_at), count(p.opened_at), count(p.opportunity_id),
    -- Null without permission to read payments.
    case when (select public.has_role('owner', 'admin', 'sales')) then coalesce(sum(e.agorot), 0)::bigint end
  from public.lead_magnets m left join private.lead_magnet_progress() p on p.magnet_id = m.id
  left join private.lead_magnet_revenue() e on e.request_id = p.request_id
  where (select public.has_role('owner', 'admin', 'content', 'sales'))
  group by m.id
$$;
comment on function lead_magnet_figures is 'never null: magnet_id, views, requested, delivered, opened, opportunities';

create function lead_magnet_people(magnet uuid) returns table (
  request_id uuid, contact_id uuid, full_name text, requested_at timestamptz, delivered_at timestamptz, opened_at timestamptz, opportunity_id uuid,
  revenue_agorot bigint)
language sql stable security definer set search_path = '' as $$
  select p.request_id, p.contact_id, c.full_name, p.requested_at, p.delivered_at, p.opened_at, p.opportunity_id, coalesce(e.agorot, 0)
  from private.lead_magnet_progress() p join public.contacts c on c.id = p.contact_id
  left join private.lead_magnet_revenue() e on e.request_id = p.request_id
  where p.magnet_id = magnet
    and ((select public.has_role('owner', 'admin', 'sales')) or p.contact_id in (select public.my_contact_ids()))
  order by p.requested_at desc, p.request_id limit 500
$$;
comment on function lead_magnet_people is 'never null: request_id, contact_id, full_name, requested_at, revenue_agorot';

-- Removes the file; mailed links then show that it is unavailable. Refusals: not_allowed, lead_magnet_without_content.
create function remove_lead_magnet_file(magnet uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_role('owner', 'admin', 'content');
  update public.lead_magnets m set asset_key = null, asset_name = null, asset_type = null, asset_bytes = null, guide = null
  where m.id = magnet;
end
$$;
comment on function remove_lead_magnet_file is 'never null';
grant execute on function lead_magnet_figures(), lead_magnet_people(uuid), remove_lead_magnet_file(uuid) to authenticated;
