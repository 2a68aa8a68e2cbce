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
  last_error text check (last_error in ('access_revoked', 'google_unreachable', 'google_refused', 'keys_changed')),
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

grant usage on schema calendar_secrets to service_role;
