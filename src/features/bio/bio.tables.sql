-- A page of links for social networks that allow one address only. Clicks are counted per day and source, without cookies or visitor data,
-- and never delay the redirect.
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
  -- A path of the site, or an https, mailto or tel address. No scheme that executes code.
  url text not null constraint bio_url_form check (
    char_length(url) <= 500 and url ~ '^(/([^/\\\s][^\s]*)?|https://[^\s]+|mailto:[^\s@]+@[^\s@]+|tel:\+?[0-9-]+)$'),
  icon text not null default 'link' constraint unknown_bio_icon check (
    icon in ('link', 'video', 'target', 'calendar', 'download', 'newspaper', 'chat', 'mail', 'phone', 'gift', 'book', 'star')),
  is_featured boolean not null default false,
  is_enabled boolean not null default true,
  starts_at timestamptz,
  ends_at timestamptz,
  -- Becomes utm_campaign in the link's address.
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
