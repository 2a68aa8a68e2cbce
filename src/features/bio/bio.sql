-- One page of links for the networks in which a business may give only one address. Clicks are counted by day and by where they came
-- from: of nobody, without a cookie, and off the way of whoever clicks.
create table bio_pages (
  is_only boolean primary key default true check (is_only),
  name text not null default '' constraint bio_name_length check (char_length(name) <= 60 and name !~ '[\r\n]'),
  line text not null default '' constraint bio_line_length check (char_length(line) <= 120 and line !~ '[\r\n]'),
  shows_networks boolean not null default true,
  version integer not null default 1
);

create table bio_links (
  id uuid primary key default gen_random_uuid(),
  position integer not null default 0,
  title text not null constraint bio_title_length check (char_length(title) between 2 and 60 and title ~ '\S' and title !~ '[\r\n]'),
  note text not null default '' constraint bio_note_length check (char_length(note) <= 80 and note !~ '[\r\n]'),
  -- An address of the site, or of the web, of mail or of a telephone. Nothing that runs.
  url text not null constraint bio_url_form check (
    char_length(url) <= 500 and url ~ '^(/([^/\\\s][^\s]*)?|https://[^\s]+|mailto:[^\s@]+@[^\s@]+|tel:\+?[0-9-]+)$'),
  icon text not null default 'link' constraint unknown_bio_icon check (
    icon in ('link', 'video', 'target', 'calendar', 'download', 'newspaper', 'chat', 'mail', 'phone', 'gift', 'book', 'star')),
  is_featured boolean not null default false,
  is_enabled boolean not null default true,
  starts_at timestamptz,
  ends_at timestamptz,
  -- Becomes utm_campaign of where the link leads.
  campaign text constraint bio_campaign_form check (campaign ~ '^[a-z0-9][a-z0-9_-]{0,39}$'),
  is_demo boolean not null default false,
  version integer not null default 1,
  constraint bio_link_ends_before_it_begins check (ends_at > starts_at)
);
create index bio_links_in_order on bio_links (position, id);

create table bio_clicks (
  link_id uuid not null references bio_links (id) on delete cascade,
  day date not null,
  source text not null check (source ~ '^[a-z0-9._-]{1,40}$'),
  clicks integer not null default 0,
  primary key (link_id, day, source)
);

insert into bio_pages default values;

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

-- When a link comes or goes by itself: also of those that nobody may see yet.
create function bio_changes_at() returns timestamptz
language sql stable security definer set search_path = '' as $$
  select min(at) from public.bio_links l, unnest(array[l.starts_at, l.ends_at]) at where l.is_enabled and at > now()
$$;
grant execute on function bio_changes_at() to anon, authenticated, service_role;

-- One more click. Whoever makes up sources gets no more than thirty of them a day.
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
revoke execute on function count_bio_click(uuid, text) from public, anon, authenticated;

-- All links at once in a new order: the caller's rights hold for each of them.
create function order_bio_links(ids uuid[]) returns void
language sql volatile set search_path = '' as $$
  update public.bio_links l set position = o.place::integer
  from unnest(ids) with ordinality o (id, place) where o.id = l.id and l.position <> o.place
$$;
grant execute on function order_bio_links(uuid[]) to authenticated;

alter table bio_pages enable row level security;
alter table bio_links enable row level security;
alter table bio_clicks enable row level security;
grant select on bio_pages, bio_links to anon, authenticated;
grant select on bio_clicks to authenticated;
grant update (name, line, shows_networks) on bio_pages to authenticated;
grant insert (position, title, note, url, icon, is_featured, is_enabled, starts_at, ends_at, campaign),
  update (position, title, note, url, icon, is_featured, is_enabled, starts_at, ends_at, campaign), delete on bio_links to authenticated;

create policy "everybody sees the words above the links" on bio_pages for select to anon, authenticated using (true);
create policy "who cares for the site writes the words above the links" on bio_pages for update to authenticated
  using ((select has_role('owner', 'admin', 'content')));
create policy "everybody sees the links whose time it is" on bio_links for select to anon, authenticated
  using (bio_link_is_shown(bio_links));
create policy "who cares for the site keeps the links" on bio_links for all to authenticated
  using ((select has_role('owner', 'admin', 'content')));
create policy "who cares for the site sees what is clicked" on bio_clicks for select to authenticated
  using ((select has_role('owner', 'admin', 'content')));
