-- Page views, counted by the server without cookies or scripts. No IP address is stored. A visitor is identified within a day by a salted
-- hash. The salt is deleted with the day, so that visitors cannot be identified or recognized later.
create table page_views (
  at timestamptz not null,
  path text not null check (length(path) between 1 and 300),
  referrer_host text check (length(referrer_host) <= 200),
  utm_source text check (length(utm_source) <= 100),
  utm_medium text check (length(utm_medium) <= 100),
  utm_campaign text check (length(utm_campaign) <= 100),
  device text not null check (device in ('phone', 'tablet', 'computer')),
  -- Null for browsers that send a do-not-track signal.
  visitor text check (length(visitor) = 16),
  variant text constraint view_variant_length check (length(variant) between 1 and 300)
);
create index page_views_at on page_views (at);

create table page_view_salts (
  day date primary key,
  salt bytea not null default extensions.gen_random_bytes(32)
);

create index page_views_compared on page_views (visitor, at) where variant is not null;
