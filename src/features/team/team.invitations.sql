-- Invitations to work in the business. The mailed key opens the page where the account is made; only its hash is kept.
create table staff_invitations (
  id uuid primary key default gen_random_uuid(),
  email text not null
    constraint invitation_email_invalid check (email = lower(btrim(email)) and email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' and char_length(email) <= 254),
  role text not null constraint unknown_invited_role check (role in ('owner', 'admin', 'coach', 'sales', 'content')),
  token_hash text not null unique constraint token_hash_invalid check (token_hash ~ '^[0-9a-f]{64}$'),
  invited_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid references auth.users (id) on delete set null,
  revoked_at timestamptz,
  version integer not null default 1
);
create unique index already_invited on staff_invitations (email) where accepted_at is null and revoked_at is null;
create trigger next_version before update on staff_invitations for each row execute function next_version();

alter table staff_invitations enable row level security;
-- The hash stays with the database: whoever could write one could make an account in somebody else's name.
grant select (id, email, role, invited_by, created_at, sent_at, expires_at, accepted_at, accepted_by, revoked_at, version)
  on staff_invitations to authenticated;
grant update (revoked_at) on staff_invitations to authenticated;
create policy "owners and admins see who is invited" on staff_invitations for select to authenticated
  using ((select has_role('owner', 'admin')));
create policy "an owner takes back every invitation" on staff_invitations for update to authenticated
  using ((select has_role('owner')) and accepted_at is null);
create policy "an admin takes back invitations of all but owners" on staff_invitations for update to authenticated
  using ((select has_role('admin')) and role <> 'owner' and accepted_at is null);

-- Whether the caller may make somebody this: an owner everything, an admin everything but owner.
create function may_give_role(role text) returns boolean
language sql stable set search_path = public as $$
  select has_role('owner') or (has_role('admin') and may_give_role.role <> 'owner')
$$;
grant execute on function may_give_role(text) to authenticated, service_role;

-- Whether an address is that of somebody who works here. For the server: an account's address is nobody else's to ask about.
create function is_staff_address(address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.users u join public.user_roles r on r.user_id = u.id
    where u.email = address and u.deleted_at is null and r.is_active and r.role <> 'client')
$$;
grant execute on function is_staff_address(text) to service_role;

create function staff_invitation_state(invitation staff_invitations) returns text
language sql stable set search_path = public as $$
  select case
    when (invitation).accepted_at is not null then 'accepted'
    when (invitation).revoked_at is not null then 'revoked'
    when (invitation).expires_at <= now() then 'expired'
    when (invitation).id is null then 'unknown'
    else 'open'
  end
$$;

-- What stands behind a key, for the page that it opens. One row, whatever the key.
create function read_staff_invitation(hash text) returns table (state text, email text, role text, inviter text, has_account boolean)
language sql stable security definer set search_path = '' as $$
  select public.staff_invitation_state(i), i.email, i.role,
    coalesce(p.full_name, nullif(btrim(by.raw_user_meta_data ->> 'full_name'), '')),
    exists (select from auth.users u where u.email = i.email and u.deleted_at is null and u.email_confirmed_at is not null)
  from (select) nothing
  left join public.staff_invitations i on i.token_hash = hash
  left join auth.users by on by.id = i.invited_by
  left join public.staff_profiles p on p.user_id = i.invited_by
$$;

-- Holds the invitation, so that a key pressed twice makes one account.
create function hold_staff_invitation(hash text) returns table (state text, email text, role text)
language plpgsql security definer set search_path = '' as $$
declare invitation public.staff_invitations;
begin
  select i.* into invitation from public.staff_invitations i where i.token_hash = hash for update;
  return query select public.staff_invitation_state(invitation), invitation.email, invitation.role;
end
$$;

-- The account gets the role that the open invitation names. A name that is there already stays.
create function join_team(hash text, member uuid, full_name text) returns void
language plpgsql security definer set search_path = '' as $$
declare invitation public.staff_invitations;
begin
  update public.staff_invitations i set accepted_at = now(), accepted_by = member
  where i.token_hash = hash and public.staff_invitation_state(i) = 'open'
  returning i.* into invitation;
  if invitation.id is null then raise sqlstate 'PT409' using message = 'invitation_not_open'; end if;
  insert into public.user_roles (user_id, role) values (member, invitation.role)
  on conflict (user_id, role) do update set is_active = true;
  insert into public.staff_profiles (user_id, full_name) values (member, join_team.full_name)
  on conflict (user_id) do nothing;
end
$$;

grant execute on function read_staff_invitation(text), hold_staff_invitation(text), join_team(text, uuid, text) to supabase_auth_admin;

insert into email_kinds (kind, tokens, has_link) values
  ('staff_invite', '{businessName,validFor,inviterName,roleName}', true);
