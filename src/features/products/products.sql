-- What the business sells. Prices, places and deadlines stand here and nowhere else: no page knows one by heart.
create table products (
  id uuid primary key default gen_random_uuid(),
  slug text not null constraint product_slug_form check (
    char_length(slug) between 2 and 60 and slug ~ '^[a-z0-9א-ת]+(-[a-z0-9א-ת]+)*$'),
  name text not null constraint product_name_length check (char_length(name) between 2 and 80 and name ~ '\S' and name !~ '[\r\n]'),
  kind text not null default 'service' constraint unknown_product_kind check (kind in ('service', 'digital', 'event', 'subscription')),
  tagline text not null default '' constraint product_tagline_length check (char_length(tagline) <= 160 and tagline !~ '[\r\n]'),
  description text not null default '' constraint product_description_length check (char_length(description) <= 600),
  -- What a price card lists, and what the table of comparison says of it: [{"label", "value"}].
  included text[] not null default '{}' constraint product_included_invalid check (
    cardinality(included) <= 10 and char_length(array_to_string(included, '')) <= 800),
  facts jsonb not null default '[]' constraint product_facts_invalid check (
    jsonb_typeof(facts) = 'array' and jsonb_array_length(facts) <= 12 and pg_column_size(facts) <= 4000),
  -- What its button says, and whether it leads to a talk first or straight to paying.
  call_words text not null default 'לשיחת התאמה' constraint product_call_length check (
    char_length(call_words) between 2 and 30 and call_words ~ '\S' and call_words !~ '[\r\n]'),
  call_way text not null default 'talk' constraint unknown_call_way check (call_way in ('talk', 'buy')),
  position integer not null default 0,
  is_active boolean not null default false,
  -- Whether one may leave a name while it cannot be bought.
  has_waitlist boolean not null default true,
  process_template_id uuid references process_templates (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_demo boolean not null default false,
  version integer not null default 1,
  constraint slug_taken unique (slug),
  constraint slug_reserved check (not is_reserved_slug(slug))
);
create index products_of_template on products (process_template_id);

-- What a product was called before: whoever kept the old address is sent to the new one.
create table product_slugs (
  slug text primary key,
  product_id uuid not null references products (id) on delete cascade,
  left_at timestamptz not null default now()
);
create index product_slugs_of_product on product_slugs (product_id);

create table prices (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references products (id) on delete cascade,
  amount_agorot integer not null constraint price_amount_range check (amount_agorot between 0 and 100000000),
  -- The amount is what a consumer pays; 'exempt': of a dealer who collects no tax.
  vat_mode text not null default 'included' constraint unknown_vat_mode check (vat_mode in ('included', 'exempt')),
  max_installments integer not null default 1 constraint price_installments_range check (max_installments between 1 and 36),
  -- The amount is charged once, or every month or year; `charges` times, or until somebody stops it.
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
  -- At any moment a product has one price.
  constraint price_at_the_same_time exclude using gist (product_id with =, tstzrange(active_from, active_to) with &&)
);
create trigger next_version before update on prices for each row execute function next_version();

-- Who takes part. While there is no checkout, staff write it down; the number of places is counted from here.
create table enrolments (
  id uuid primary key default gen_random_uuid(),
  -- A purchase is kept for seven years: neither what was bought nor who bought it is deleted from under it.
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
create trigger next_version before update on enrolments for each row execute function next_version();

-- Who waits to hear that it can be bought.
create table product_waitlist (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references products (id) on delete cascade,
  contact_id uuid not null references contacts (id) on delete cascade,
  -- Which notice stood under the form.
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

-- A place is taken once: two who take the last one go one after the other.
create function take_place() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  places integer;
begin
  if new.price_id is null or new.ended_on is not null then return new; end if;
  select p.seats into places from public.prices p where p.id = new.price_id and p.product_id = new.product_id for update;
  if not found then
    raise sqlstate 'PT422' using message = 'price_of_another_product';
  end if;
  if places <= (select count(*) from public.enrolments e where e.price_id = new.price_id and e.ended_on is null and e.id <> new.id) then
    raise sqlstate 'PT409' using message = 'no_places_left';
  end if;
  return new;
end
$$;
create trigger take_place before insert or update of price_id, product_id, ended_on on enrolments
  for each row execute function take_place();

-- A new name keeps the old address alive, and the page that was written goes along with all its versions.
create function settle_product() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.product_slugs s where s.slug = new.slug and s.product_id <> new.id) then
    raise sqlstate 'PT409' using message = 'slug_taken';
  end if;
  if tg_op = 'UPDATE' then
    -- Showing it and putting it elsewhere in the list makes nobody's writing stale.
    if (new.slug, new.name, new.kind, new.tagline, new.description, new.included, new.facts, new.call_words, new.call_way, new.has_waitlist)
      is distinct from
      (old.slug, old.name, old.kind, old.tagline, old.description, old.included, old.facts, old.call_words, old.call_way, old.has_waitlist) then
      new.version := old.version + 1;
    end if;
    new.updated_at := now();
    if new.slug <> old.slug then
      delete from public.product_slugs s where s.slug = new.slug;
      insert into public.product_slugs (slug, product_id) values (old.slug, new.id);
      perform public.move_page('/' || old.slug, '/' || new.slug);
    end if;
    if new.name <> old.name then
      update public.pages p set label = new.name where p.path = '/' || new.slug;
    end if;
  end if;
  return new;
end
$$;

-- Versions stay as they are, so they are written anew under the new path.
create function move_page(from_path text, to_path text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  page public.pages;
begin
  select * into page from public.pages p where p.path = from_path for update;
  if not found then return; end if;
  insert into public.pages (path, label, position, created_at, is_demo, version)
  values (to_path, page.label, page.position, page.created_at, page.is_demo, page.version);
  insert into public.page_versions (path, number, blocks, note, is_planted, created_by, created_at)
  select to_path, v.number, v.blocks, v.note, v.is_planted, v.created_by, v.created_at
  from public.page_versions v where v.path = from_path;
  update public.pages p set (published_version_id, published_at, published_by) = (
    select n.id, page.published_at, page.published_by
    from public.page_versions o join public.page_versions n on n.path = to_path and n.number = o.number
    where o.id = page.published_version_id)
  where p.path = to_path;
  delete from public.pages p where p.path = from_path;
  update public.seo_overrides o set path = to_path where o.path = from_path;
end
$$;
revoke execute on function move_page(text, text) from public;

create trigger settle before insert or update on products for each row execute function settle_product();

create function forget_product_page() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.pages p where p.path = '/' || old.slug;
  return null;
end
$$;
create trigger forget_page after delete on products for each row execute function forget_product_page();

create trigger announce_page_change after insert or update or delete on products
  for each statement execute function announce_page_change();
create trigger announce_page_change after insert or update or delete on prices
  for each statement execute function announce_page_change();
create trigger announce_page_change after insert or update or delete on enrolments
  for each statement execute function announce_page_change();
