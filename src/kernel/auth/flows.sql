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
create index on auth.flow_state (created_at);
create index on auth.flow_state (user_id);
create index on auth.flow_state (linking_target_id);

-- A mailed link of a flow ends with a code for the client that began it, not with a session.
alter table auth.one_time_tokens add column flow_id uuid references auth.flow_state (id) on delete cascade;
create index on auth.one_time_tokens (flow_id);

alter table auth.flow_state enable row level security;
create policy "auth keeps its flows" on auth.flow_state for all to supabase_auth_admin using (true) with check (true);
grant select, insert, update, delete on auth.flow_state to supabase_auth_admin;
