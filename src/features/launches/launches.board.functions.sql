-- Numbers for a day with an open cart, and the progress of participants by content.

-- Days are Israel days. Begun: unpaid orders that currently reserve their price.
create function launch_board(launch uuid) returns table (
  buyers_today integer, revenue_today_agorot bigint, seen_today integer, begun integer, seats_left integer, closes_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select count(*) filter (where o.paid_at >= d.day)::integer,
    coalesce(sum(o.paid_agorot - o.refunded_agorot) filter (where o.paid_at >= d.day), 0)::bigint,
    count(*) filter (where p.last_seen_at >= d.day)::integer,
    count(*) filter (where o.paid_at is null and o.held_until > now() and o.status <> 'cancelled')::integer,
    max(r.seats - private.places_taken(r.id))::integer, l.cart_closes_at
  from public.launches l
  cross join (select date_trunc('day', now(), 'Asia/Jerusalem') as day) d
  left join public.prices r on r.id = l.price_id
  left join public.launch_participants p on p.launch_id = l.id
  left join public.orders o on o.id = p.order_id
  where l.id = launch_board.launch and (select public.has_role('owner', 'admin', 'sales'))
  group by l.id
$$;
comment on function launch_board is 'never null: buyers_today, revenue_today_agorot, seen_today, begun';

create function launch_content_figures(launch uuid) returns table (content_id uuid, opened integer, completed integer)
language sql stable security definer set search_path = '' as $$
  select c.id, count(g.first_open_at)::integer, count(g.completed_at)::integer
  from public.launch_contents c left join public.launch_progress g on g.content_id = c.id
  where c.launch_id = launch_content_figures.launch and (select public.has_role('owner', 'admin', 'content', 'sales'))
  group by c.id
$$;
comment on function launch_content_figures is 'never null: content_id, opened, completed';

grant execute on function launch_board(uuid), launch_content_figures(uuid) to authenticated;
