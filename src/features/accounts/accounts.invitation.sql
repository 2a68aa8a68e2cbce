-- How a business gets its first owner: a start without one prints an address with a key, and whoever opens it makes the account.
-- Only the key's hash is kept. Nobody reads or writes the rows; the login that makes accounts has the four functions below.
create table owner_invitations (
  token_hash text primary key constraint token_hash_invalid check (token_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  used_at timestamptz
);

alter table owner_invitations enable row level security;
revoke all on owner_invitations from service_role;

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
