-- Hosts of appointments, their weekly hours and the days without hours.
create table booking_hosts (
  user_id uuid primary key references auth.users (id) on delete cascade,
  -- The address of the host's booking page.
  slug text not null constraint host_slug_taken unique constraint host_slug_form check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) between 2 and 60),
  headline text not null default '' constraint host_headline_length check (char_length(headline) <= 160),
  -- Whether the booking page offers hours; otherwise it shows the text.
  is_open boolean not null default true,
  closed_text text not null default '' constraint host_closed_text_length check (char_length(closed_text) <= 300),
  block_shabbat boolean not null default true,
  block_holidays boolean not null default true,
  block_school_breaks boolean not null default false,
  -- When Fridays and the eves of holidays close.
  eve_close time not null default '12:00',
  chol_hamoed text not null default 'half' constraint unknown_chol_hamoed_policy check (chol_hamoed in ('open', 'half', 'closed')),
  memorial text not null default 'half' constraint unknown_memorial_policy check (memorial in ('open', 'half', 'closed')),
  -- Ids of holidays that do not block.
  disabled_ids text[] not null default '{}' constraint too_many_disabled_ids check (cardinality(disabled_ids) <= 60),
  created_at timestamptz not null default now(),
  version integer not null default 1,
  is_demo boolean not null default false
);

create table schedules (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references booking_hosts (user_id) on delete cascade,
  name text not null constraint schedule_name_length check (char_length(btrim(name)) between 1 and 60),
  -- IANA name of the zone of the hours.
  zone text not null default 'Asia/Jerusalem' constraint schedule_zone_form check (zone ~ '^[A-Za-z]+(/[A-Za-z0-9_+-]+){0,2}$'),
  version integer not null default 1,
  constraint schedules_of_user unique (id, user_id)
);
create index schedules_user_id on schedules (user_id);

-- One window of hours on a weekday; 0 is Sunday. 24:00 is an end.
create table schedule_rules (
  id uuid primary key default gen_random_uuid(),
  schedule_id uuid not null references schedules (id) on delete cascade,
  weekday smallint not null constraint weekday_range check (weekday between 0 and 6),
  start_local time not null,
  end_local time not null,
  constraint window_ends_before_start check (end_local > start_local),
  constraint windows_overlap exclude using gist (
    schedule_id with =, weekday with =, int4range(extract(epoch from start_local)::int, extract(epoch from end_local)::int) with &&)
);

-- The hours of one date in place of the weekly ones, the holiday policy included. An empty list closes the date.
create table schedule_overrides (
  schedule_id uuid not null references schedules (id) on delete cascade,
  day date not null,
  -- [{"start": "09:00", "end": "12:00"}]
  windows jsonb not null constraint override_windows_invalid check (jsonb_typeof(windows) = 'array' and jsonb_array_length(windows) <= 12),
  primary key (schedule_id, day)
);

create table time_off (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references booking_hosts (user_id) on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  note text not null default '' constraint time_off_note_length check (char_length(note) <= 120),
  version integer not null default 1,
  constraint time_off_ends_before_start check (ends_at > starts_at),
  constraint time_off_too_long check (ends_at - starts_at <= interval '400 days')
);
create index time_off_of_user on time_off (user_id, ends_at);

-- School breaks, entered by the business. Hosts choose whether they close for them.
create table school_breaks (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint school_break_name_length check (char_length(btrim(name)) between 1 and 60),
  from_on date not null,
  until_on date not null,
  version integer not null default 1,
  constraint school_break_ends_before_start check (until_on >= from_on),
  constraint school_break_too_long check (until_on - from_on <= 100)
);
create index school_breaks_in_order on school_breaks (until_on);

-- The private address from which a calendar program reads a host's appointments. Only the hash of its key is stored.
create table calendar_feeds (
  user_id uuid primary key references booking_hosts (user_id) on delete cascade,
  token_hash text not null constraint feed_hash_taken unique constraint feed_hash_invalid check (token_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now()
);
