-- What people have besides a password: an app that shows codes, or a phone that gets them. Names are those of the hosted original.
create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
create type auth.factor_status as enum ('unverified', 'verified');

create table auth.mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type auth.factor_type not null,
  status auth.factor_status not null default 'unverified',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- What an app makes its codes from, in base32.
  secret text,
  phone text,
  last_challenged_at timestamptz,
  -- Six digits could be tried out by somebody who knows the password.
  wrong_codes smallint not null default 0,
  last_wrong_code_at timestamptz
);
create index on auth.mfa_factors (user_id, created_at);
create unique index mfa_factors_user_friendly_name_unique
  on auth.mfa_factors (friendly_name, user_id) where trim(friendly_name) <> '';
create unique index unique_phone_factor_per_user on auth.mfa_factors (user_id, phone);

-- One question for a code, answered from where it was asked, once.
create table auth.mfa_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null default now(),
  verified_at timestamptz,
  ip_address inet,
  -- Not the code that was sent but its hash, made with the challenge's id.
  otp_code text
);
create index on auth.mfa_challenges (factor_id);
create index on auth.mfa_challenges (created_at desc);

-- Which sessions a factor raised, for when it goes.
create index on auth.sessions (factor_id) where factor_id is not null;

alter table auth.mfa_factors enable row level security;
alter table auth.mfa_challenges enable row level security;
create policy "auth keeps its factors" on auth.mfa_factors for all to supabase_auth_admin using (true) with check (true);
create policy "auth keeps its challenges" on auth.mfa_challenges for all to supabase_auth_admin using (true) with check (true);
grant select, insert, update, delete on auth.mfa_factors, auth.mfa_challenges to supabase_auth_admin;
