-- Roles of users. A signed-in user without an active row here sees nothing of the business.
create table user_roles (
  user_id uuid not null references auth.users (id) on delete cascade,
  role text not null constraint unknown_role check (role in ('owner', 'admin', 'coach', 'sales', 'content', 'client')),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  is_demo boolean not null default false,
  version integer not null default 1,
  primary key (user_id, role)
);
create index user_roles_role on user_roles (role) where is_active;

-- Invitations of the first owner. A start without an owner prints a URL with a key; the account created there becomes the owner. Only the
-- key's hash is stored. No role may read or write rows; supabase_auth_admin has the functions.
create table owner_invitations (
  token_hash text primary key constraint token_hash_invalid check (token_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  used_at timestamptz
);

-- Rules for all staff. One row.
create table team_rules (
  id boolean primary key default true check (id),
  second_factor_required boolean not null default false,
  version integer not null default 1
);
insert into team_rules default values;
