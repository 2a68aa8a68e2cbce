-- Reports from the ledger: outstanding charges, their age, and revenue.
-- Databases older than 1.0.0 have no recorded drop statement for this type.
drop type if exists due_charge cascade;
create type due_charge as (charge_id uuid, contact_id uuid, full_name text, title text, number integer, due_on date, left_agorot bigint);

-- Unpaid charges due within a month, oldest first, of contacts that the caller can see.
create function due_charges() returns setof due_charge
language sql stable security definer set search_path = '' as $$
  select d.charge_id, d.contact_id, c.full_name, d.title, d.number, d.due_on, d.left_agorot
  from private.open_charges() d join public.contacts c on c.id = d.contact_id
  where c.deleted_at is null and d.due_on <= private.today() + 30
    and (public.has_role('owner', 'admin', 'sales') or d.contact_id in (select public.my_contact_ids()))
  order by d.due_on, d.charge_id
$$;

-- Age buckets: 'ahead', or the first day overdue of the bucket.
create function due_ageing() returns table (bucket text, charges integer, contacts integer, left_agorot bigint)
language sql stable set search_path = '' as $$
  select b.bucket, count(*)::integer, count(distinct b.contact_id)::integer, sum(b.left_agorot)::bigint
  from (
    select d.contact_id, d.left_agorot, case when late <= 0 then 'ahead' when late <= 30 then '1' when late <= 60 then '31' when late <= 90 then '61' else '91' end as bucket
    from public.due_charges() d, lateral (select (now() at time zone 'Asia/Jerusalem')::date - d.due_on as late) l) b
  group by b.bucket
$$;
comment on function due_ageing is 'never null: bucket, charges, contacts, left_agorot';

-- Payments and refunds between two days, by product, source and month. An order bump counts for its product.
create function revenue(from_day date, until_day date)
  returns table (dimension text, key text, label text, received_agorot bigint, refunded_agorot bigint)
language sql stable set search_path = '' as $$
  with entries as (
    select p.kind, p.amount_agorot, to_char(p.paid_on, 'YYYY-MM') as month, coalesce(c.product_id, o.product_id) as product_id, o.bump_product_id,
      case when o.amount_agorot > 0 then round(p.amount_agorot::numeric * o.bump_agorot / o.amount_agorot) else 0 end::bigint as bump,
      coalesce(nullif(o.utm ->> 'utm_source', ''), nullif(k.source, ''), '') as source
    from public.payments p join public.contacts k on k.id = p.contact_id
    left join public.orders o on o.id = p.order_id left join public.charges c on c.id = p.charge_id
    where p.voided_at is null and p.status = 'captured' and p.paid_on between from_day and until_day
  ), parts as (
    select 'product' as dimension, coalesce(e.product_id::text, '') as key, e.kind, e.amount_agorot - e.bump as agorot from entries e
    union all select 'product', e.bump_product_id::text, e.kind, e.bump from entries e where e.bump > 0
    union all select 'source', e.source, e.kind, e.amount_agorot from entries e
    union all select 'month', e.month, e.kind, e.amount_agorot from entries e
  )
  select t.dimension, t.key, case t.dimension when 'product' then coalesce(p.name, '') else t.key end,
    coalesce(sum(t.agorot) filter (where t.kind = 'payment'), 0)::bigint, coalesce(sum(t.agorot) filter (where t.kind = 'refund'), 0)::bigint
  from parts t left join public.products p on t.dimension = 'product' and p.id::text = t.key
  group by t.dimension, t.key, p.name
  order by t.dimension, case when t.dimension = 'month' then t.key end, 4 desc, t.key
$$;
comment on function revenue is 'never null: dimension, key, label, received_agorot, refunded_agorot';

grant execute on function due_charges(), due_ageing(), revenue(date, date) to authenticated;
