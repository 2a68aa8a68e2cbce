-- Whose Google Calendar is connected, and how the connection fares. Its keys lie in a schema of their own that no address shows: sealed
-- by the server before they come here, written and read only by the server's function google-calendar-sync.
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
create trigger next_version before update on calendar_connections for each row execute function next_version();

alter table calendar_connections enable row level security;
create policy "a user sees their own calendar connections" on calendar_connections for select to authenticated
  using (user_id = (select auth.uid()));
grant select on calendar_connections to authenticated;
grant select, insert, update, delete on calendar_connections to service_role;

create schema calendar_secrets;
revoke all on schema calendar_secrets from public;

create table calendar_secrets.tokens (
  user_id uuid not null,
  provider text not null,
  sealed bytea not null,
  primary key (user_id, provider),
  foreign key (user_id, provider) references public.calendar_connections on delete cascade
);
-- A connection that somebody began: what is needed to finish it, good once and for ten minutes.
create table calendar_secrets.beginnings (
  user_id uuid primary key references auth.users (id) on delete cascade,
  sealed bytea not null,
  begun_at timestamptz not null default now()
);
alter table calendar_secrets.tokens enable row level security;
alter table calendar_secrets.beginnings enable row level security;

create function calendar_secrets.keep_tokens(owner_id uuid, sealed_tokens bytea) returns void
language sql security definer set search_path = '' as $$
  insert into calendar_secrets.tokens (user_id, provider, sealed) values (owner_id, 'google', sealed_tokens)
  on conflict (user_id, provider) do update set sealed = excluded.sealed
$$;
create function calendar_secrets.tokens_of(owner_id uuid) returns bytea
language sql stable security definer set search_path = '' as $$
  select sealed from calendar_secrets.tokens where user_id = owner_id and provider = 'google'
$$;
create function calendar_secrets.begin(owner_id uuid, sealed_beginning bytea) returns void
language sql security definer set search_path = '' as $$
  insert into calendar_secrets.beginnings (user_id, sealed) values (owner_id, sealed_beginning)
  on conflict (user_id) do update set sealed = excluded.sealed, begun_at = now()
$$;
create function calendar_secrets.finish(owner_id uuid) returns bytea
language plpgsql security definer set search_path = '' as $$
declare
  begun calendar_secrets.beginnings;
begin
  delete from calendar_secrets.beginnings where user_id = owner_id returning * into begun;
  return case when begun.begun_at > now() - interval '10 minutes' then begun.sealed end;
end
$$;
revoke execute on all functions in schema calendar_secrets from public;
grant usage on schema calendar_secrets to service_role;
grant execute on all functions in schema calendar_secrets to service_role;
