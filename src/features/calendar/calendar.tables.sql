-- Connected Google calendars and their state. Tokens are in a schema without API access, encrypted by the server, read and written only by
-- the function google-calendar-sync.
create table calendar_connections (
  user_id uuid not null references auth.users (id) on delete cascade,
  provider text not null default 'google' constraint unknown_calendar_provider check (provider in ('google')),
  account_email text not null check (length(account_email) between 3 and 320),
  scopes text[] not null,
  status text not null default 'connected' constraint unknown_calendar_status check (status in ('connected', 'needs_reconnect')),
  connected_at timestamptz not null default now(),
  last_success_at timestamptz,
  last_error_at timestamptz,
  last_error text constraint unknown_calendar_fault check (last_error in (
    'access_revoked', 'google_unreachable', 'google_rate_limited', 'google_refused', 'calendar_missing', 'keys_changed')),
  -- 'primary' is the account's own calendar. Google answers for at most 50 calendars at once.
  busy_calendar_ids text[] not null default '{primary}' constraint too_many_busy_calendars check (cardinality(busy_calendar_ids) <= 50),
  write_calendar_id text not null default 'primary',
  -- While the calendar gives no busy times: no booking, or bookings by the hours and appointments of this system alone.
  on_broken text not null default 'closed' constraint unknown_on_broken check (on_broken in ('closed', 'internal')),
  version integer not null default 1,
  primary key (user_id, provider)
);

create schema calendar_secrets;
revoke all on schema calendar_secrets from public;

create table calendar_secrets.tokens (
  user_id uuid not null,
  provider text not null,
  sealed bytea not null,
  primary key (user_id, provider),
  foreign key (user_id, provider) references public.calendar_connections on delete cascade
);

-- A pending OAuth connection, valid once and for ten minutes.
create table calendar_secrets.beginnings (
  user_id uuid primary key references auth.users (id) on delete cascade,
  sealed bytea not null,
  begun_at timestamptz not null default now()
);

-- Which calendar has the event of an appointment. Written before the request to Google, so that a repeated one reaches the same calendar.
create table calendar_secrets.events (
  user_id uuid not null,
  provider text not null default 'google',
  appointment_id uuid not null,
  calendar_id text not null,
  ends_at timestamptz not null,
  written_at timestamptz,
  primary key (user_id, appointment_id),
  foreign key (user_id, provider) references public.calendar_connections on delete cascade
);
create index events_of_calendar on calendar_secrets.events (user_id, calendar_id, ends_at);

-- Calendars that contain events of appointments: how far their changes are read, and the channel that announces new ones.
create table calendar_secrets.synced_calendars (
  user_id uuid not null,
  provider text not null default 'google',
  calendar_id text not null,
  sync_token text,
  due_at timestamptz not null default now(),
  failures integer not null default 0,
  channel_id uuid unique,
  channel_resource text,
  channel_secret_hash bytea,
  channel_expires_at timestamptz,
  primary key (user_id, provider, calendar_id),
  foreign key (user_id, provider) references public.calendar_connections on delete cascade,
  constraint channel_is_whole check (num_nonnulls(channel_id, channel_resource, channel_secret_hash, channel_expires_at) in (0, 4))
);
create index synced_calendars_due on calendar_secrets.synced_calendars (due_at);

grant usage on schema calendar_secrets to service_role;

insert into email_kinds (kind, tokens, has_link) values ('calendar_broken', '{businessName,email}', true);
