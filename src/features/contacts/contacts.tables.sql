-- Contacts, their households and contact points. Couples share phones and mailboxes, so a phone or an e-mail is not unique to a contact.

-- Normalizes Hebrew for search: no points, quotes or bidi controls, final letters as ordinary ones, other characters as one space.
-- Truncated first: normalization takes quadratic time in combining marks and cannot be interrupted.
create function he_norm(words text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select btrim(regexp_replace(
    translate(
      translate(
        lower(regexp_replace(
          normalize(left(coalesce(words, ''), 500), nfkd),
          '[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0300-\u036f\u200e\u200f\u202a-\u202e\u2066-\u2069]', '', 'g')),
        'ךםןףץ', 'כמנפצ'),
      '״׳"''`’“”', ''),
    '[^[:alnum:]@.+]+', ' ', 'g'))
$$;

grant execute on function he_norm(text) to authenticated, service_role;

create table households (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint household_name_length check (char_length(btrim(name)) between 1 and 120),
  address text,
  notes text,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  is_demo boolean not null default false,
  version integer not null default 1,
  custom jsonb not null default '{}' check (jsonb_typeof(custom) = 'object')
);

create table contacts (
  id uuid primary key default gen_random_uuid(),
  household_id uuid references households (id) on delete set null,
  household_role text constraint unknown_household_role check (household_role in ('partner', 'child', 'other')),
  first_name text not null constraint first_name_length check (char_length(btrim(first_name)) between 1 and 120),
  last_name text constraint last_name_length check (char_length(last_name) <= 120),
  -- Maintained by a trigger: PostgreSQL before 18 omits generated columns from the change feed.
  full_name text not null,
  search_name text not null,
  gender_form text not null default 'neutral' constraint unknown_gender_form check (gender_form in ('f', 'm', 'neutral', 'plural')),
  -- What was true stays true, so a restore never fails on the current day.
  birth_date date constraint birth_date_in_future check (birth_date <= (now() at time zone 'Asia/Jerusalem')::date),
  lifecycle text not null default 'lead'
    constraint unknown_lifecycle check (lifecycle in ('subscriber', 'lead', 'qualified', 'client', 'past_client')),
  do_not_contact boolean not null default false,
  owner_id uuid references auth.users (id) on delete set null,
  client_user_id uuid unique references auth.users (id) on delete set null,
  source text,
  next_step_at timestamptz,
  last_activity_at timestamptz,
  merged_into_id uuid references contacts (id) on delete set null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  is_demo boolean not null default false,
  version integer not null default 1,
  external_id text constraint external_id_length check (char_length(external_id) between 1 and 120),
  -- The contact was erased on request. The row remains for records required by law, and cannot be restored.
  anonymised_at timestamptz,
  home_mail text[] not null default '{reminders,summaries}'
    constraint unknown_home_mail check (home_mail <@ array['reminders', 'summaries', 'invoices']),
  -- Invisible direction marks could make a name misrepresent the text beside it.
  constraint name_has_controls check (full_name !~ '[\u0001-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]'),
  constraint anonymised_comes_back check (anonymised_at is null or deleted_at is not null)
);
create index contacts_household_id on contacts (household_id);
create index contacts_owner_id on contacts (owner_id);
create index contacts_latest on contacts (last_activity_at desc nulls last, id) where deleted_at is null;
create index contacts_search_name on contacts using gin (search_name extensions.gin_trgm_ops);

-- What only staff see of a contact: clients read their own row of contacts. A trigger adds one row per contact.
create table contact_staff_details (
  contact_id uuid primary key references contacts (id) on delete cascade,
  call_basis text constraint unknown_call_basis check (call_basis in ('callback', 'consent', 'customer')),
  call_basis_at timestamptz,
  call_basis_note text constraint call_basis_note_length check (char_length(call_basis_note) <= 300),
  dnc_checked_at timestamptz constraint dnc_checked_ahead check (dnc_checked_at <= now() + interval '1 day'),
  first_touch jsonb,
  last_touch jsonb,
  score integer not null default 0,
  -- Values of custom fields by key.
  custom jsonb not null default '{}' check (jsonb_typeof(custom) = 'object'),
  version integer not null default 1,
  constraint call_basis_without_day check ((call_basis is null) = (call_basis_at is null))
);

create table contact_points (
  id uuid primary key default gen_random_uuid(),
  contact_id uuid not null references contacts (id) on delete cascade,
  kind text not null constraint unknown_kind check (kind in ('email', 'phone')),
  value_raw text not null,
  -- A phone as E.164, an e-mail trimmed and in lower case.
  value_norm text not null,
  is_primary boolean not null default false,
  shared_in_household boolean not null default false,
  verified_at timestamptz,
  bounced_at timestamptz,
  complained_at timestamptz,
  created_at timestamptz not null default now(),
  is_demo boolean not null default false,
  version integer not null default 1,
  constraint point_already_there unique (contact_id, kind, value_norm),
  constraint phone_invalid check (kind <> 'phone' or value_norm ~ '^\+[1-9]\d{6,14}$'),
  constraint email_invalid check (kind <> 'email' or (value_norm = lower(btrim(value_norm)) and value_norm ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'))
);
create index contact_points_lookup on contact_points (kind, value_norm);
create index contact_points_search on contact_points using gin (value_norm extensions.gin_trgm_ops);
create unique index one_primary_point on contact_points (contact_id, kind) where is_primary;

alter table contacts replica identity full;
alter publication supabase_realtime add table contacts, contact_staff_details;

create index contacts_external_id on contacts (external_id) where external_id is not null;
