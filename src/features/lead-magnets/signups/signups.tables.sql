-- Signups of landing pages. Written only by sign-up.
create table signups (
  id uuid primary key default gen_random_uuid(),
  contact_id uuid not null references contacts (id) on delete cascade,
  offer text not null constraint unknown_offer check (offer in ('ninja', 'fiscal-fitness', 'lesson')),
  -- As it was typed: a form never changes contact data.
  name text not null,
  email text not null,
  phone text,
  -- The campaign parameter of the visited address.
  utm jsonb not null default '{}' check (jsonb_typeof(utm) = 'object'),
  privacy_text_id uuid references consent_texts (id),
  source_url text,
  ip_trunc text,
  user_agent text,
  created_at timestamptz not null default now(),
  constraint already_signed_up unique (contact_id, offer)
);
create index signups_newest on signups (created_at desc);
