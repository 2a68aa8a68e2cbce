-- Accounts and sessions. Names follow the hosted original, so that its users can be migrated. Only supabase_auth_admin accesses these
-- tables; all others use auth/v1.
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
  -- 0: no address confirmed, 1: the old one, 2: the new one
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

-- A session is a signed-in device. Refresh tokens are not stored: they are numbered and signed with the row's key.
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
  refresh_token_counter bigint,
  -- The number of the first refresh token issued at level aal2. Earlier ones were issued for a password alone and are not accepted.
  raised_at_counter bigint
);
create index on auth.sessions (user_id, created_at);

-- Networks that an account was signed in to from, as hashes: others' wrong passwords do not close the account to them.
create table auth.known_networks (
  user_id uuid not null references auth.users (id) on delete cascade,
  -- SHA-256 of the user's id and the network.
  network_hash bytea not null,
  last_used_at timestamptz not null default now(),
  primary key (user_id, network_hash)
);
create index on auth.known_networks (last_used_at);

-- Authentication methods of a session, with their time.
create table auth.mfa_amr_claims (
  session_id uuid not null references auth.sessions (id) on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  authentication_method text not null,
  id uuid primary key default gen_random_uuid(),
  constraint mfa_amr_claims_session_id_authentication_method_pkey unique (session_id, authentication_method)
);

-- A mailed code and a mailed link are one token. The link carries token_hash, made of the address, the code and `salt`, because six digits
-- could be guessed for a known address. After a few wrong codes only the link is valid.
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
  -- A mailed link of a PKCE flow ends with a code for the client, not with a session.
  flow_id uuid,
  constraint one_time_tokens_user_id_token_type_key unique (user_id, token_type)
);
create index on auth.one_time_tokens using hash (token_hash);
create index on auth.one_time_tokens using hash (relates_to);

alter role supabase_auth_admin set statement_timeout = '10s';
alter role supabase_auth_admin set idle_in_transaction_session_timeout = '30s';

-- Pending sign-ins: started by a client with its PKCE verifier, or by a browser at an OAuth provider.
create type auth.code_challenge_method as enum ('s256', 'plain');

create table auth.flow_state (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete cascade,
  -- Part of the redirect address. Useless without the verifier of code_challenge.
  auth_code text unique,
  auth_code_issued_at timestamptz,
  -- Both null: implicit flow, the session is in the fragment.
  code_challenge_method auth.code_challenge_method,
  code_challenge text,
  provider_type text not null,
  provider_access_token text,
  provider_refresh_token text,
  authentication_method text not null,
  -- The redirect target.
  referrer text,
  -- The signed-in user who links the provider to their account.
  linking_target_id uuid references auth.users (id) on delete cascade,
  -- Ours towards the provider.
  provider_nonce text,
  provider_verifier text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint flow_state_code_challenge_whole check ((code_challenge is null) = (code_challenge_method is null))
);
alter table auth.one_time_tokens add foreign key (flow_id) references auth.flow_state (id) on delete cascade;
create index on auth.flow_state (created_at);
create index on auth.flow_state (user_id);
create index on auth.flow_state (linking_target_id);

create index on auth.one_time_tokens (flow_id);

-- Second factors: authenticator apps and phones. Names follow the hosted original.
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
  -- The TOTP secret, in base32.
  secret text,
  phone text,
  last_challenged_at timestamptz,
  -- Rate limit: six digits could be guessed.
  wrong_codes smallint not null default 0,
  last_wrong_code_at timestamptz
);
create index on auth.mfa_factors (user_id, created_at);
create unique index mfa_factors_user_friendly_name_unique
  on auth.mfa_factors (friendly_name, user_id) where trim(friendly_name) <> '';
create unique index unique_phone_factor_per_user on auth.mfa_factors (user_id, phone);

-- A challenge is answered once, from the address that requested it.
create table auth.mfa_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null default now(),
  verified_at timestamptz,
  ip_address inet,
  -- A hash of the sent code with the challenge's id.
  otp_code text
);
create index on auth.mfa_challenges (factor_id);
create index on auth.mfa_challenges (created_at desc);

-- Sessions verified with a factor, for its deletion.
create index on auth.sessions (factor_id) where factor_id is not null;

-- Lookup of identities by e-mail address, and the user list, newest first.
create index identities_email_idx on auth.identities (email);
create index users_aud_created_at_idx on auth.users (aud, created_at desc, id);

-- Recovery codes for a lost authenticator, each valid once. Only hashes are stored.
create table auth.recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  -- SHA-256 of the user's id and the code, in hex.
  code_hash text not null check (code_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (user_id, code_hash)
);
