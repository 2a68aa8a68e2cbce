-- Today's salt (Israel time), shared by all nodes. Deletes older salts, and page views older than 13 months.
create function page_view_salt() returns bytea language plpgsql security definer set search_path = '' as $$
declare
  today date := (now() at time zone 'Asia/Jerusalem')::date;
  found bytea;
begin
  select salt into found from public.page_view_salts where day = today;
  if found is null then
    insert into public.page_view_salts (day) values (today) on conflict (day) do nothing;
    select salt into found from public.page_view_salts where day = today;
    -- Yesterday's salt remains for an hour: a node may still write views from before midnight.
    delete from public.page_view_salts where day < ((now() - interval '1 hour') at time zone 'Asia/Jerusalem')::date;
    delete from public.page_views where at < now() - interval '13 months';
  end if;
  return found;
end
$$;
grant execute on function page_view_salt() to service_role;

-- Page views between two days of Israel, inclusive: one row per day, page, referrer, campaign and device.
create function page_view_report(from_day date, to_day date)
returns table (kind text, label text, views bigint, visitors bigint)
language sql stable security invoker set search_path = '' as $$
  with seen as materialized (
    select (at at time zone 'Asia/Jerusalem')::date as day, path, referrer_host, utm_source, utm_campaign, device, visitor
    from public.page_views
    where at >= from_day::timestamp at time zone 'Asia/Jerusalem'
      and at < (to_day + 1)::timestamp at time zone 'Asia/Jerusalem'
  ),
  -- Hashes of different days are not comparable, so visitors are counted per day; the screen shows this.
  counted as (
    select case
        when grouping(day) = 0 then 'day'
        when grouping(path) = 0 then 'page'
        when grouping(referrer_host) = 0 then 'referrer'
        when grouping(utm_source, utm_campaign) = 0 then 'campaign'
        when grouping(device) = 0 then 'device'
        else 'all'
      end as kind,
      case
        when grouping(day) = 0 then day::text
        when grouping(path) = 0 then path
        when grouping(referrer_host) = 0 then coalesce(referrer_host, '')
        when grouping(utm_source, utm_campaign) = 0 then concat_ws(' / ', utm_source, utm_campaign)
        when grouping(device) = 0 then device
        else ''
      end as label,
      count(*) as views,
      count(distinct visitor) as visitors
    from seen
    group by grouping sets ((), (day), (path), (referrer_host), (utm_source, utm_campaign), (device))
  )
  select counted.kind, counted.label, counted.views, counted.visitors from counted
  where counted.kind <> 'campaign' or counted.label <> ''
  order by counted.kind, counted.views desc, counted.label
$$;
comment on function page_view_report is 'never null: kind, label, views, visitors';
grant execute on function page_view_report(date, date) to authenticated;
