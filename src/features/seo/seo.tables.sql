-- SEO overrides of pages; null columns keep the page's own value. Paths are decoded, in lower case, without a trailing slash.
create function is_site_path(path text) returns boolean language sql immutable set search_path = '' as $$
  select path = '/' or (path ~ '^/[^/]' and path !~ '[?#[:space:][:cntrl:]\\]|//|/$' and path = lower(path) and char_length(path) <= 300)
$$;

grant execute on function is_site_path(text) to authenticated, service_role;

-- Slugs reserved for routes. The contract has the same list.
create function reserved_slugs() returns text[] language sql immutable set search_path = '' as $$
  select '{
    home, home-2, home-3, about, contact, reviews, product, product-2, product-3, features, pricing, faq, blog,
    newsletter, unsubscribe, unsubscribe-success, privacy-policy, terms, accessibility, disclaimer, cancel-transaction,
    landinger, link-in-bio, lesson, book-a-call, preparation, design-system, ninja, fiscal-fitness, not-found, 404,
    index, search, financial_stage, webinar, webinar-invite, template-preview, plf, form, book, appointment, lead,
    checkout, payment-success, payment-error, preview, everywhere, everywhere-menu, auth, login, logout, setup, crm, dashboard, admin, client-login,
    client-portal, client-invitation, account, settings, api, assets, rest, storage, functions, realtime, share-image,
    sitemap, robots, rss, feed, health, metrics, static, public, src, node_modules}'::text[]
$$;
create function is_reserved_slug(slug text) returns boolean language sql immutable set search_path = '' as $$
  select slug = any (public.reserved_slugs())
$$;
grant execute on function reserved_slugs(), is_reserved_slug(text) to anon, authenticated, service_role;

-- The registry of first-level addresses: reserved words, products with their former addresses, and pages of the owner. Its key refuses a
-- second owner, whichever module asks.
create table site_addresses (
  slug text primary key collate "C",
  kind text not null constraint unknown_address_kind check (kind in ('reserved', 'product', 'page')),
  -- The id of the product, or the path of the page.
  owner text,
  constraint address_without_owner check ((kind = 'reserved') = (owner is null))
);
create index site_addresses_of_owner on site_addresses (kind, owner);
insert into site_addresses (slug, kind) select slug, 'reserved' from unnest(reserved_slugs()) slug;

create table seo_overrides (
  path text primary key constraint seo_path_form check (is_site_path(path)),
  title text constraint seo_title_length check (char_length(title) <= 120 and title ~ '\S' and title !~ '[\r\n]'),
  description text constraint seo_description_length check (char_length(description) <= 320 and description ~ '\S' and description !~ '[\r\n]'),
  image_id uuid references pictures (id) on delete set null,
  image_alt text constraint seo_image_alt_length check (char_length(image_alt) <= 200 and image_alt ~ '\S'),
  canonical text constraint seo_canonical_form check (is_site_path(canonical)),
  is_hidden boolean not null default false,
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint seo_home_hidden check (not (path = '/' and is_hidden))
);

-- Title pattern and search engine verification. One row or none.
create table seo_settings (
  is_only boolean primary key default true check (is_only),
  title_pattern text not null default '{{title}} | {{businessName}}' constraint title_pattern_form
    check (char_length(title_pattern) <= 100 and title_pattern !~ '[\r\n]' and title_pattern like '%{{title}}%'
      and replace(replace(title_pattern, '{{title}}', ''), '{{businessName}}', '') !~ '\{\{|\}\}'),
  google_verification text constraint google_verification_form check (google_verification ~ '^[\w-]{10,100}$'),
  bing_verification text constraint bing_verification_form check (bing_verification ~ '^[\w-]{10,100}$'),
  facebook_verification text constraint facebook_verification_form check (facebook_verification ~ '^[\w-]{10,100}$'),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
