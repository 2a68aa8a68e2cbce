-- Redirects of missing addresses. Existing pages are served first, so a row cannot hide one.
create table redirects (
  id uuid primary key default gen_random_uuid(),
  from_path text not null constraint redirect_from_taken unique
    constraint redirect_from_form check (is_site_path(from_path) and from_path <> '/'),
  to_address text not null constraint redirect_to_form check (
    char_length(to_address) <= 500 and to_address !~ '[[:space:][:cntrl:]\\]'
    and (to_address ~ '^/([^/]|$)' or to_address ~ '^https://[^/@?#]+\.[^/@?#]+([/?#]|$)')),
  code smallint not null default 301 constraint unknown_redirect_code check (code in (301, 302)),
  hits bigint not null default 0,
  last_hit_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);

-- Missing addresses that visitors asked for. Without query strings, and referrers without more than the page's address.
create table not_found_log (
  path text primary key constraint not_found_path_length check (char_length(path) between 1 and 300 and path !~ '[?#]'),
  count bigint not null default 1 constraint not_found_count check (count > 0),
  reports integer not null default 0,
  last_ref text constraint not_found_ref_form check (char_length(last_ref) <= 300 and last_ref !~ '[?#]'),
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now()
);
create index not_found_log_least on not_found_log (reports, count, last_at);
