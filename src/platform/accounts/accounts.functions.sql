-- A user with an authenticator app has roles only in sessions of level aal2. If the team rules require a second factor, staff without one
-- have no roles.
create function has_role(variadic roles text[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.user_roles r
    where r.user_id = (select auth.uid()) and r.role = any (roles) and r.is_active and (
      coalesce(auth.jwt() ->> 'aal' = 'aal2', false)
      or (
        not exists (
          select from auth.mfa_factors
          where user_id = (select auth.uid()) and factor_type = 'totp' and status = 'verified'
        )
        and (r.role = 'client' or not exists (select from public.team_rules where second_factor_required))
      )
    )
  )
$$;

create function is_staff() returns boolean
language sql stable security definer set search_path = '' as $$
  select public.has_role('owner', 'admin', 'coach', 'sales', 'content')
$$;

-- Raises not_allowed unless the caller has one of the roles.
create function private.require_role(variadic roles text[]) returns void
language plpgsql stable set search_path = '' as $$
begin
  if not public.has_role(variadic roles) then raise sqlstate 'PT403' using message = 'not_allowed'; end if;
end
$$;

grant execute on function has_role(text[]), private.require_role(text[]), is_staff() to authenticated, service_role;

-- Optimistic locking: a save that names an older version is refused instead of overwriting.
create function next_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end
$$;

create trigger next_version before update on user_roles for each row execute function next_version();

-- After a change of roles, open realtime channels of the user check their rights again.
create function user_access_changed() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.access_changed(coalesce(new.user_id, old.user_id)::text);
  return null;
end
$$;
create trigger access_changed after insert or update or delete on user_roles
  for each row execute function user_access_changed();

-- Refuses to remove the last owner of a business. Calls without a signed-in user, such as an uninstall, are exempt.
create function require_owner_exists() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is null then return null; end if;
  -- Serializes concurrent removals: two owners could otherwise remove each other.
  perform pg_advisory_xact_lock(hashtextextended('user_roles.last_owner', 0));
  if not exists (select from public.user_roles where role = 'owner' and is_active) then
    raise sqlstate 'PT409' using message = 'last_owner';
  end if;
  return null;
end
$$;

create trigger require_owner_on_update after update on user_roles
  for each row when (old.role = 'owner' and old.is_active) execute function require_owner_exists();
create trigger require_owner_on_delete after delete on user_roles
  for each row when (old.role = 'owner' and old.is_active) execute function require_owner_exists();

-- Serializes issue and use of invitations: two nodes that start together issue one key, and a key creates one owner.
create function wait_for_owner_invitations() returns void language sql set search_path = '' as $$
  select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('owner_invitations', 0))
$$;

-- Stores the hash of a new key and expires the older ones. False if an owner exists.
create function issue_owner_invitation(hash text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform public.wait_for_owner_invitations();
  if exists (select from public.user_roles where role = 'owner' and is_active) then return false; end if;
  update public.owner_invitations set expires_at = now() where used_at is null and expires_at > now();
  insert into public.owner_invitations (token_hash) values (hash);
  return true;
end
$$;

-- open, used, expired or unknown. Once an owner exists, every key counts as used.
create function owner_invitation_state(hash text) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select case
      when used_at is not null then 'used'
      when exists (select from public.user_roles where role = 'owner' and is_active) then 'used'
      when expires_at <= now() then 'expired'
      else 'open'
    end
    from public.owner_invitations where token_hash = hash
  ), 'unknown')
$$;

-- Uses the key if it is open, and returns its previous state. Concurrent calls wait for each other.
create function use_owner_invitation(hash text) returns text
language plpgsql security definer set search_path = '' as $$
declare state text;
begin
  perform public.wait_for_owner_invitations();
  state := public.owner_invitation_state(hash);
  if state = 'open' then
    update public.owner_invitations set used_at = now() where token_hash = hash;
  end if;
  return state;
end
$$;

-- Grants the owner role to the account created with the key, and inserts an unpublished business profile.
create function make_first_owner(owner_id uuid, business_name text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.user_roles where role = 'owner' and is_active) then
    raise sqlstate 'PT409' using message = 'owner_exists';
  end if;
  insert into public.user_roles (user_id, role) values (owner_id, 'owner');
  insert into public.business_profiles (user_id, business_name) values (owner_id, business_name);
end
$$;

grant execute on function issue_owner_invitation(text), owner_invitation_state(text), use_owner_invitation(text),
  make_first_owner(uuid, text) to supabase_auth_admin;

-- The caller's own sessions, with the data that distinguishes devices.
create function my_sessions() returns table (
  id uuid, created_at timestamptz, last_seen_at timestamptz, user_agent text, is_current boolean
)
language sql stable security definer set search_path = '' as $$
  select s.id, s.created_at, coalesce(s.refreshed_at, s.created_at), coalesce(s.user_agent, ''),
    s.id::text = coalesce(auth.jwt() ->> 'session_id', '')
  from auth.sessions s
  where s.user_id = (select auth.uid()) and (s.not_after is null or s.not_after > now())
  order by 5 desc, 3 desc
  limit 50
$$;
comment on function my_sessions is 'never null: id, created_at, last_seen_at, user_agent, is_current';

grant execute on function my_sessions() to authenticated;

create trigger next_version before update on team_rules for each row execute function next_version();

-- Only an aal2 session may require a second factor: otherwise the caller could lock out all staff, including
-- themselves.
create function show_own_factor_first() returns trigger language plpgsql as $$
begin
  if auth.uid() is not null and coalesce(auth.jwt() ->> 'aal' <> 'aal2', true) then
    raise sqlstate 'PT409' using message = 'second_factor_first';
  end if;
  return new;
end
$$;
create trigger show_own_factor_first before update on team_rules
  for each row when (new.second_factor_required and not old.second_factor_required) execute function show_own_factor_first();
