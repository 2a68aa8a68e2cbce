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
  visitor text check (length(visitor) = 16),
  variant text constraint view_variant_length check (length(variant) between 1 and 300)
);
create index page_views_at on page_views (at);

create table page_view_salts (
  day date primary key,
  salt bytea not null default extensions.gen_random_bytes(32)
);

create index page_views_compared on page_views (visitor, at) where variant is not null;
