create trigger next_version before update on bio_pages for each row execute function next_version();
create trigger next_version before update on bio_links for each row execute function next_version();
create trigger announce_page_change after insert or update or delete on bio_pages
  for each statement execute function announce_page_change();
create trigger announce_page_change after insert or update or delete on bio_links
  for each statement execute function announce_page_change();

create function bio_link_is_shown(link bio_links) returns boolean
language sql stable set search_path = '' as $$
  select link.is_enabled and (link.starts_at is null or link.starts_at <= now()) and (link.ends_at is null or link.ends_at > now())
    and (not link.is_demo or public.is_demo_business())
$$;
grant execute on function bio_link_is_shown(bio_links) to anon, authenticated, service_role;

-- When the next link starts or expires by its schedule, including hidden links.
create function bio_changes_at() returns timestamptz
language sql stable security definer set search_path = '' as $$
  select min(at) from public.bio_links l, unnest(array[l.starts_at, l.ends_at]) at where l.is_enabled and at > now()
$$;
grant execute on function bio_changes_at() to anon, authenticated, service_role;

-- Counts a click. At most thirty unknown sources are stored per day.
create function count_bio_click(link uuid, source text) returns void
language sql volatile set search_path = '' as $$
  insert into public.bio_clicks (link_id, day, source, clicks)
  select l.id, (now() at time zone 'Asia/Jerusalem')::date,
    case when count_bio_click.source ~ '^[a-z0-9._-]{1,40}$'
      and (select count(distinct c.source) from public.bio_clicks c
        where c.day = (now() at time zone 'Asia/Jerusalem')::date and c.source <> count_bio_click.source) < 30
      then count_bio_click.source else 'other' end, 1
  from public.bio_links l where l.id = link
  on conflict (link_id, day, source) do update set clicks = bio_clicks.clicks + 1
$$;
grant execute on function count_bio_click(uuid, text) to service_role;

-- Sorts all links in one call, with the caller's rights on each.
create function order_bio_links(ids uuid[]) returns void
language sql volatile set search_path = '' as $$
  update public.bio_links l set position = o.place::integer
  from unnest(ids) with ordinality o (id, place) where o.id = l.id and l.position <> o.place
$$;
grant execute on function order_bio_links(uuid[]) to authenticated;
