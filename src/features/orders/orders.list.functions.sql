-- The order list, queried with the caller's permissions.
create function filtered_orders(filter order_filter) returns setof orders
language sql stable set search_path = '' as $$
  select o.* from public.orders o
  where case (filter).shown
      when 'paid' then o.status in ('paid', 'partially_paid')
      when 'pending' then o.status in ('pending', 'awaiting_payment')
      when 'failed' then o.status in ('failed', 'cancelled')
      when 'refunded' then o.status in ('refunded', 'partially_refunded')
      else true end
    and ((filter).from_day is null or o.created_at >= (filter).from_day::timestamp at time zone 'Asia/Jerusalem')
    and ((filter).until_day is null or o.created_at < ((filter).until_day + 1)::timestamp at time zone 'Asia/Jerusalem')
    and (coalesce((filter).query, '') = ''
      or strpos(public.he_norm(o.name), nullif(public.he_norm((filter).query), '')) > 0
      or strpos(public.he_norm(o.title), nullif(public.he_norm((filter).query), '')) > 0
      or strpos(lower(o.email), lower((filter).query)) > 0
      or o.number::text = (filter).query
      or char_length(private.digits_of((filter).query)) >= 4 and strpos(o.phone, private.digits_of((filter).query)) > 0)
$$;
grant execute on function filtered_orders(order_filter) to authenticated;
