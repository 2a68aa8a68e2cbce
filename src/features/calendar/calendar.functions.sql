create trigger next_version before update on calendar_connections for each row execute function next_version();

create function calendar_secrets.keep_tokens(owner_id uuid, sealed_tokens bytea) returns void
language sql security definer set search_path = '' as $$
  insert into calendar_secrets.tokens (user_id, provider, sealed) values (owner_id, 'google', sealed_tokens)
  on conflict (user_id, provider) do update set sealed = excluded.sealed
$$;
-- Replaces the tokens only if they are still the ones that were refreshed: a newer connection is not overwritten.
create function calendar_secrets.replace_tokens(owner_id uuid, refreshed bytea, sealed_tokens bytea) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update calendar_secrets.tokens set sealed = sealed_tokens
  where user_id = owner_id and provider = 'google' and sealed = refreshed;
  return found;
end
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

-- The calendar that appointments are written to is synced. Previous ones are synced until their last appointment is
-- over.
create function calendar_secrets.sync_write_calendar() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into calendar_secrets.synced_calendars (user_id, provider, calendar_id)
  values (new.user_id, new.provider, new.write_calendar_id)
  on conflict do nothing;
  return null;
end
$$;
create trigger sync_write_calendar after insert or update of write_calendar_id on calendar_connections
  for each row execute function calendar_secrets.sync_write_calendar();

-- Deletes events that ended a month ago, and sync state of calendars that are no longer written to.
create function calendar_secrets.prune() returns void
language sql security definer set search_path = '' as $$
  delete from calendar_secrets.events e where e.ends_at < now() - interval '1 month';
  delete from calendar_secrets.synced_calendars s
  where not exists (
      select from public.calendar_connections c
      where c.user_id = s.user_id and c.provider = s.provider and c.write_calendar_id = s.calendar_id)
    and not exists (
      select from calendar_secrets.events e where e.user_id = s.user_id and e.calendar_id = s.calendar_id and e.ends_at > now());
$$;

-- Values and recipient of the mail about a broken connection. Empty if the connection was repaired, or the host left
-- the team.
create function calendar_secrets.broken_connection(host_id uuid) returns table (account text, fault text, email text)
language sql stable security definer set search_path = '' as $$
  select c.account_email, c.last_error, u.email::text
  from public.calendar_connections c join auth.users u on u.id = c.user_id
  where c.user_id = host_id and c.last_error in ('access_revoked', 'keys_changed', 'calendar_missing') and u.email is not null
    and exists (select from public.user_roles r where r.user_id = host_id and r.is_active and r.role <> 'client')
$$;

-- Number of the team's connections, and of those that require action by their user (broken.ts).
create function calendar_secrets.health(out connected integer, out broken integer)
language sql stable security definer set search_path = '' as $$
  select count(*)::integer,
    (count(*) filter (where c.status = 'needs_reconnect' or c.last_error in ('access_revoked', 'keys_changed', 'calendar_missing')))::integer
  from public.calendar_connections c
  where exists (select from public.user_roles r where r.user_id = c.user_id and r.is_active and r.role <> 'client')
$$;
