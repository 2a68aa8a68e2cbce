-- Products with prices, places and deadlines: pages read them from here only.
create table products (
  id uuid primary key default gen_random_uuid(),
  slug text not null constraint product_slug_form check (
    char_length(slug) between 2 and 60 and slug ~ '^[a-z0-9א-ת]+(-[a-z0-9א-ת]+)*$'),
  name text not null constraint product_name_length check (char_length(name) between 2 and 80 and name ~ '\S' and name !~ '[\r\n]'),
  kind text not null default 'service' constraint unknown_product_kind check (kind in ('service', 'digital', 'event', 'subscription')),
  tagline text not null default '' constraint product_tagline_length check (char_length(tagline) <= 160 and tagline !~ '[\r\n]'),
  description text not null default '' constraint product_description_length check (char_length(description) <= 600),
  -- Lines of the price card and the comparison table: [{"label", "value"}].
  included text[] not null default '{}' constraint product_included_invalid check (
    cardinality(included) <= 10 and char_length(array_to_string(included, '')) <= 800),
  facts jsonb not null default '[]' constraint product_facts_invalid check (
    jsonb_typeof(facts) = 'array' and jsonb_array_length(facts) <= 12 and pg_column_size(facts) <= 4000),
  -- The button's text, and whether it leads to a call or to the checkout.
  call_words text not null default 'לשיחת היכרות' constraint product_call_length check (
    char_length(call_words) between 2 and 30 and call_words ~ '\S' and call_words !~ '[\r\n]'),
  call_way text not null default 'talk' constraint unknown_call_way check (call_way in ('talk', 'buy')),
  position integer not null default 0,
  is_active boolean not null default false,
  -- Whether it has a waiting list while it is not for sale.
  has_waitlist boolean not null default true,
  process_template_id uuid references process_templates (id) on delete set null,
  -- Offered beside it on the checkout, with a line of its own.
  bump_product_id uuid references products (id) on delete set null,
  bump_text text not null default '' constraint bump_text_length check (char_length(bump_text) <= 160 and bump_text !~ '[\r\n]'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_demo boolean not null default false,
  version integer not null default 1,
  constraint bump_of_itself check (bump_product_id <> id),
  constraint slug_taken unique (slug),
  constraint slug_reserved check (not is_reserved_slug(slug))
);
create index products_of_template on products (process_template_id);
create index products_with_bump on products (bump_product_id) where bump_product_id is not null;

-- Former slugs of products, which redirect to the current one.
create table product_slugs (
  slug text primary key,
  product_id uuid not null references products (id) on delete cascade,
  left_at timestamptz not null default now()
);
create index product_slugs_of_product on product_slugs (product_id);

create table prices (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references products (id) on delete cascade,
  -- Tells prices of one product apart: alone, as a couple, by the month. Empty for the only one.
  name text not null default '' constraint price_name_length check (char_length(name) <= 40 and name !~ '[\r\n]' and name = btrim(name)),
  amount_agorot integer not null constraint price_amount_range check (amount_agorot between 0 and 100000000),
  -- The consumer price; 'exempt': of a dealer who collects no VAT.
  vat_mode text not null default 'included' constraint unknown_vat_mode check (vat_mode in ('included', 'exempt')),
  max_installments integer not null default 1 constraint price_installments_range check (max_installments between 1 and 36),
  -- Charged once, or every month or year; `charges` times, or until cancelled.
  interval text constraint unknown_interval check (interval in ('month', 'year')),
  charges integer constraint price_charges_range check (charges between 2 and 60),
  active_from timestamptz not null default now(),
  active_to timestamptz,
  seats integer constraint price_seats_range check (seats between 1 and 100000),
  is_demo boolean not null default false,
  version integer not null default 1,
  constraint price_ends_before_it_begins check (active_to > active_from),
  constraint price_of_two_kinds check (interval is null or max_installments = 1),
  constraint charges_without_interval check (charges is null or interval is not null),
  -- At any moment each name has one price.
  constraint price_at_the_same_time exclude using gist (product_id with =, name with =, tstzrange(active_from, active_to) with &&)
);

-- Enrolments in products, entered by staff; available places are counted from here.
create table enrolments (
  id uuid primary key default gen_random_uuid(),
  -- Purchases are retained for seven years: product and contact cannot be deleted.
  product_id uuid not null constraint product_was_bought references products (id),
  price_id uuid references prices (id) on delete set null,
  contact_id uuid not null references contacts (id),
  enrolled_on date not null default (now() at time zone 'Asia/Jerusalem')::date,
  ended_on date,
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  is_demo boolean not null default false,
  version integer not null default 1,
  constraint enrolment_ends_before_it_begins check (ended_on >= enrolled_on)
);
create unique index already_enrolled on enrolments (product_id, contact_id) where ended_on is null;
create index enrolments_of_price on enrolments (price_id) where ended_on is null;
create index enrolments_of_contact on enrolments (contact_id);

-- Waiting list of a product.
create table product_waitlist (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references products (id) on delete cascade,
  contact_id uuid not null references contacts (id) on delete cascade,
  -- The privacy notice shown in the form.
  privacy_text_id uuid references consent_texts (id),
  source_url text,
  ip_trunc text,
  user_agent text,
  created_at timestamptz not null default now(),
  told_at timestamptz,
  constraint already_waiting unique (product_id, contact_id)
);
create index product_waitlist_of_notice on product_waitlist (privacy_text_id);
create index product_waitlist_of_contact on product_waitlist (contact_id);
