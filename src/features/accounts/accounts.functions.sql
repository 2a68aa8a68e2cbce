-- Whoever has an authenticator app holds their roles only in sessions that have shown its code; and where the business asks for one,
-- those who work in it hold none without it.
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

-- Refuses a caller who holds none of the roles: not_allowed.
create function private.require_role(variadic roles text[]) returns void
language plpgsql stable set search_path = '' as $$
begin
  if not public.has_role(variadic roles) then raise sqlstate 'PT403' using message = 'not_allowed'; end if;
end
$$;

grant execute on function has_role(text[]), private.require_role(text[]), is_staff() to authenticated, service_role;

-- Every editable row counts its versions: who saves over a version they have not seen is told so instead of overwriting.
create function next_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end
$$;

create trigger next_version before update on user_roles for each row execute function next_version();

-- A business that nobody owns could never be opened again. Installers and removals (no signed-in user) may empty it.
create function keep_an_owner() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is null then return null; end if;
  -- Two owners who remove each other at the same moment go one after the other.
  perform pg_advisory_xact_lock(hashtextextended('user_roles.last_owner', 0));
  if not exists (select from public.user_roles where role = 'owner' and is_active) then
    raise sqlstate 'PT409' using message = 'last_owner';
  end if;
  return null;
end
$$;

create trigger keep_an_owner_on_update after update on user_roles
  for each row when (old.role = 'owner' and old.is_active) execute function keep_an_owner();
create trigger keep_an_owner_on_delete after delete on user_roles
  for each row when (old.role = 'owner' and old.is_active) execute function keep_an_owner();

-- Keys are issued and used one after the other: two nodes that start together leave one key, two people with it make one owner.
create function wait_for_owner_invitations() returns void language sql set search_path = '' as $$
  select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('owner_invitations', 0))
$$;

-- Keeps the hash of a fresh key and retires the older ones. False where somebody is an owner already.
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

-- Whether the key opens anything: open, used, expired or unknown. Once there is an owner every key counts as used.
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

-- Uses the key up if it is open, and answers what it was. Whoever comes at the same moment waits and is told.
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

-- The account that was made with the key becomes the owner, of a business that nothing is published of yet.
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

-- Where a person is signed in: only they see it, and only what tells one place from another.
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

grant execute on function my_sessions() to authenticated;

create trigger next_version before update on team_rules for each row execute function next_version();

-- Whoever asks it of others has an app themselves, and has shown its code: or nobody could ever take it back.
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
