-- Who has an account, and which devices are signed in. Names are those of the hosted original, so that its users can be brought over.
-- Only the login supabase_auth_admin reaches these tables; everybody else meets auth/v1.
create type auth.aal_level as enum ('aal1', 'aal2', 'aal3');
create type auth.one_time_token_type as enum (
  'confirmation_token', 'reauthentication_token', 'recovery_token',
  'email_change_token_new', 'email_change_token_current', 'phone_change_token'
);

create table auth.users (
  instance_id uuid,
  id uuid primary key default gen_random_uuid(),
  aud varchar(255) not null default 'authenticated',
  role varchar(255) not null default 'authenticated',
  email varchar(255),
  encrypted_password varchar(255),
  email_confirmed_at timestamptz,
  invited_at timestamptz,
  confirmation_token varchar(255) not null default '',
  confirmation_sent_at timestamptz,
  recovery_token varchar(255) not null default '',
  recovery_sent_at timestamptz,
  email_change_token_new varchar(255) not null default '',
  email_change varchar(255) not null default '',
  email_change_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb not null default '{}',
  raw_user_meta_data jsonb not null default '{}',
  is_super_admin boolean,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  phone text unique,
  phone_confirmed_at timestamptz,
  phone_change text not null default '',
  phone_change_token varchar(255) not null default '',
  phone_change_sent_at timestamptz,
  confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  email_change_token_current varchar(255) not null default '',
  -- 0: neither address has agreed yet, 1: the old one has, 2: the new one has
  email_change_confirm_status smallint not null default 0 check (email_change_confirm_status between 0 and 2),
  banned_until timestamptz,
  reauthentication_token varchar(255) not null default '',
  reauthentication_sent_at timestamptz,
  is_sso_user boolean not null default false,
  deleted_at timestamptz,
  is_anonymous boolean not null default false
);
create unique index users_email_partial_key on auth.users (email) where not is_sso_user;

create table auth.identities (
  provider_id text not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  identity_data jsonb not null,
  provider text not null,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  email text generated always as (lower(identity_data ->> 'email')) stored,
  id uuid primary key default gen_random_uuid(),
  constraint identities_provider_id_provider_unique unique (provider_id, provider)
);
create index on auth.identities (user_id);

-- A session is one signed-in device. Its refresh tokens are not stored: they are signed with the key of the row, and numbered.
create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  factor_id uuid,
  aal auth.aal_level not null default 'aal1',
  not_after timestamptz,
  refreshed_at timestamptz,
  user_agent text,
  ip inet,
  tag text,
  refresh_token_hmac_key text,
  refresh_token_counter bigint
);
create index on auth.sessions (user_id, created_at);

-- How the person of a session proved who they are, and when.
create table auth.mfa_amr_claims (
  session_id uuid not null references auth.sessions (id) on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  authentication_method text not null,
  id uuid primary key default gen_random_uuid(),
  constraint mfa_amr_claims_session_id_authentication_method_pkey unique (session_id, authentication_method)
);

-- A mailed code and a mailed link are one token. The link carries token_hash, made from the address, the code and `salt`: six digits alone
-- could be tried out by whoever knows the address. Wrong codes are counted; after a few only the link still works.
create table auth.one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  token_type auth.one_time_token_type not null,
  token_hash text not null check (length(token_hash) > 0),
  relates_to text not null,
  salt text not null,
  wrong_codes smallint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint one_time_tokens_user_id_token_type_key unique (user_id, token_type)
);
create index on auth.one_time_tokens using hash (token_hash);
create index on auth.one_time_tokens using hash (relates_to);

alter table auth.users enable row level security;
alter table auth.identities enable row level security;
alter table auth.sessions enable row level security;
alter table auth.mfa_amr_claims enable row level security;
alter table auth.one_time_tokens enable row level security;
create policy "auth keeps its users" on auth.users for all to supabase_auth_admin using (true) with check (true);
create policy "auth keeps its identities" on auth.identities for all to supabase_auth_admin using (true) with check (true);
create policy "auth keeps its sessions" on auth.sessions for all to supabase_auth_admin using (true) with check (true);
create policy "auth keeps its proofs" on auth.mfa_amr_claims for all to supabase_auth_admin using (true) with check (true);
create policy "auth keeps its tokens" on auth.one_time_tokens for all to supabase_auth_admin using (true) with check (true);
grant select, insert, update, delete
  on auth.users, auth.identities, auth.sessions, auth.mfa_amr_claims, auth.one_time_tokens to supabase_auth_admin;

alter role supabase_auth_admin set statement_timeout = '10s';
alter role supabase_auth_admin set idle_in_transaction_session_timeout = '30s';
