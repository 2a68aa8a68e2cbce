-- Coupons of the checkout. Their uses are counted from orders and stored nowhere.
create table coupons (
  id uuid primary key default gen_random_uuid(),
  -- Upper case, as claimed at the checkout.
  code text not null constraint coupon_code_taken unique constraint coupon_code_form check (code ~ '^[A-Z0-9א-ת][A-Z0-9א-ת-]{1,28}[A-Z0-9א-ת]$'),
  -- For staff only.
  note text not null default '' constraint coupon_note_length check (char_length(note) <= 160 and note !~ '[\r\n]'),
  percent integer constraint coupon_percent_range check (percent between 1 and 100),
  amount_agorot integer constraint coupon_amount_range check (amount_agorot between 1 and 100000000),
  -- Empty: every product.
  product_ids uuid[] not null default '{}' constraint coupon_products_range check (cardinality(product_ids) <= 50),
  -- Null: without a limit.
  max_uses integer constraint coupon_uses_range check (max_uses between 1 and 100000),
  per_contact integer default 1 constraint coupon_contact_range check (per_contact between 1 and 1000),
  active_from timestamptz not null default now(),
  active_to timestamptz,
  is_active boolean not null default true,
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  is_demo boolean not null default false,
  version integer not null default 1,
  constraint coupon_of_one_kind check ((percent is null) <> (amount_agorot is null)),
  constraint coupon_ends_before_it_begins check (active_to > active_from)
);
