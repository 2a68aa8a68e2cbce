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
  refresh_token_counter bigint,
  -- The number of the first refresh token that was given after a code was shown. Older ones were given for a password alone: none of them continues.
  raised_at_counter bigint
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
  -- A mailed link of a flow ends with a code for the client that began it, not with a session.
  flow_id uuid,
  constraint one_time_tokens_user_id_token_type_key unique (user_id, token_type)
);
create index on auth.one_time_tokens using hash (token_hash);
create index on auth.one_time_tokens using hash (relates_to);

alter role supabase_auth_admin set statement_timeout = '10s';
alter role supabase_auth_admin set idle_in_transaction_session_timeout = '30s';

-- A sign-in that is under way: begun in one place (a client with its secret verifier, a browser sent to a provider), finished in another.
create type auth.code_challenge_method as enum ('s256', 'plain');

create table auth.flow_state (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete cascade,
  -- Given to the browser in the address. Worth nothing without the verifier behind code_challenge.
  auth_code text unique,
  auth_code_issued_at timestamptz,
  -- Both null: the session goes into the fragment, as the client asked for no code.
  code_challenge_method auth.code_challenge_method,
  code_challenge text,
  provider_type text not null,
  provider_access_token text,
  provider_refresh_token text,
  authentication_method text not null,
  -- Where the browser goes in the end.
  referrer text,
  -- Whoever is signed in and wants the provider added to their account.
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

-- Somebody comes from another party with an address: whose account holds it by an identity? And the list of users, newest first.
create index identities_email_idx on auth.identities (email);
create index users_aud_created_at_idx on auth.users (aud, created_at desc, id);

-- Codes on paper for whoever has lost the app: each opens once. What is kept tells nobody the code.
create table auth.recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  -- SHA-256 of the user's id and the code, in hex.
  code_hash text not null check (code_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (user_id, code_hash)
);
