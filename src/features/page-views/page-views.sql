-- Which pages of the site were opened, and where their visitors came from: counted by our own server, without a cookie and without a script.
-- No address is kept. Within one day a browser is known by a hash of what it sends; the salt of the hash is thrown away with the day,
-- so that nobody, we included, can ask who a visitor was or whether they came again.
create table page_views (
  at timestamptz not null,
  path text not null check (length(path) between 1 and 300),
  referrer_host text check (length(referrer_host) <= 200),
  utm_source text check (length(utm_source) <= 100),
  utm_medium text check (length(utm_medium) <= 100),
  utm_campaign text check (length(utm_campaign) <= 100),
  device text not null check (device in ('phone', 'tablet', 'computer')),
  -- Null where the browser asks not to be followed.
  visitor text check (length(visitor) = 16)
);
create index page_views_at on page_views (at);

create table page_view_salts (
  day date primary key,
  salt bytea not null default extensions.gen_random_bytes(32)
);

alter table page_views enable row level security;
alter table page_view_salts enable row level security;
create policy "whoever cares for the site sees what is read" on page_views for select to authenticated
  using ((select has_role('owner', 'admin', 'content')));
create policy "nobody reads the salt of a day" on page_view_salts for select to authenticated using (false);
grant select on page_views to authenticated;

-- The salt of today in Israel, the same on every node. The salts of other days go, and so do views of more than 13 months.
create function page_view_salt() returns bytea language plpgsql security definer set search_path = '' as $$
declare
  today date := (now() at time zone 'Asia/Jerusalem')::date;
  found bytea;
begin
  select salt into found from public.page_view_salts where day = today;
  if found is null then
    insert into public.page_view_salts (day) values (today) on conflict (day) do nothing;
    select salt into found from public.page_view_salts where day = today;
    -- Yesterday's stays for an hour: a node may still be writing what it saw before midnight.
    delete from public.page_view_salts where day < ((now() - interval '1 hour') at time zone 'Asia/Jerusalem')::date;
    delete from public.page_views where at < now() - interval '13 months';
  end if;
  return found;
end
$$;
grant execute on function page_view_salt() to service_role;

-- What was read between two days of Israel, both included: one row for each day, page, referrer, campaign or device that was seen.
create function page_view_report(from_day date, to_day date)
returns table (kind text, label text, views bigint, visitors bigint)
language sql stable security invoker set search_path = '' as $$
  with seen as materialized (
    select (at at time zone 'Asia/Jerusalem')::date as day, path, referrer_host, utm_source, utm_campaign, device, visitor
    from public.page_views
    where at >= from_day::timestamp at time zone 'Asia/Jerusalem'
      and at < (to_day + 1)::timestamp at time zone 'Asia/Jerusalem'
  ),
  -- Hashes of two days never meet, so a person who came on two days counts twice: said on the screen as well.
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
grant execute on function page_view_report(date, date) to authenticated;
