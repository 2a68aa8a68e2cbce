-- The open balance of each charge, computed as on the contact screen: a payment assigned to a charge pays that charge, all others the
-- oldest first.
create function private.open_charges(of_contact uuid default null)
  returns table (charge_id uuid, contact_id uuid, plan_id uuid, product_id uuid, title text, number integer, due_on date, left_agorot bigint)
language sql stable security definer set search_path = '' as $$
  with entries as (
    select p.contact_id, p.charge_id, private.settled_by(p) as settled from public.payments p
    where (of_contact is null or p.contact_id = of_contact) and p.voided_at is null and p.status = 'captured'
      and p.paid_on <= (now() at time zone 'Asia/Jerusalem')::date
  ), meant as (
    select e.charge_id, sum(e.settled) as settled from entries e where e.charge_id is not null group by e.charge_id
  ), live as (
    select c.*, least(c.amount_agorot, greatest(0, coalesce(m.settled, 0))) as bound
    from public.charges c left join meant m on m.charge_id = c.id
    where (of_contact is null or c.contact_id = of_contact) and c.voided_at is null
  ), free as (
    select e.contact_id, sum(e.settled) - coalesce((select sum(l.bound) from live l where l.contact_id = e.contact_id), 0) as agorot
    from entries e group by e.contact_id
  ), queued as (
    select l.*, l.amount_agorot - l.bound as need,
      sum(l.amount_agorot - l.bound) over (partition by l.contact_id order by l.due_on, coalesce(l.number, 0), l.created_at, l.id)
        - (l.amount_agorot - l.bound) as before_it
    from live l
  )
  select q.id, q.contact_id, q.plan_id, q.product_id, q.title, q.number, q.due_on,
    (q.need - least(q.need, greatest(0, coalesce(f.agorot, 0) - q.before_it)))::bigint
  from queued q left join free f on f.contact_id = q.contact_id
  where q.need > least(q.need, greatest(0, coalesce(f.agorot, 0) - q.before_it))
$$;
grant execute on function private.open_charges(uuid) to service_role;
