-- Logins, request roles and the kernel's schemas. Names follow the hosted original. Roles belong to the whole server: another database may
-- have created them.
do $$
declare wanted text[];
begin
  foreach wanted slice 1 in array array[
    ['anon', 'nologin noinherit'],
    ['authenticated', 'nologin noinherit'],
    ['service_role', 'nologin noinherit bypassrls'],
    -- Logins. Passwords are set at every start from the installation's keys.
    ['authenticator', 'login noinherit'], -- owns nothing and has only the rights of the three roles above
    ['supabase_auth_admin', 'login noinherit'],
    ['supabase_storage_admin', 'login noinherit'],
    ['supabase_realtime_admin', 'login noinherit replication'],
    ['worker', 'login']
  ] loop
    if not exists (select from pg_roles where rolname = wanted[1]) then
      execute format('create role %I %s', wanted[1], wanted[2]);
    end if;
  end loop;
end $$;
grant anon, authenticated, service_role to authenticator, supabase_storage_admin, supabase_realtime_admin;

alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set idle_in_transaction_session_timeout = '30s';

create schema auth;
create schema storage;
create schema realtime;
create schema extensions;
-- Functions and views that only other functions use: no API serves this schema.
create schema private;
create extension pg_trgm schema extensions;
create extension btree_gist schema extensions;
create extension pgcrypto schema extensions;
-- Seeds of existing projects call crypt() and uuid_generate_v4() without a schema.
do $$
begin
  if exists (select from pg_available_extensions where name = 'uuid-ossp') then
    create extension "uuid-ossp" schema extensions;
  end if;
  execute format('alter role %I in database %I set search_path to "$user", public, extensions', current_user, current_database());
end $$;

revoke create on schema public from public;
grant usage on schema public, auth, storage, realtime, extensions to anon, authenticated, service_role;
grant usage on schema private to authenticated, service_role;
grant usage on schema auth, extensions to supabase_auth_admin;
grant usage on schema storage, extensions, auth to supabase_storage_admin;
grant usage on schema realtime, public, auth, extensions to supabase_realtime_admin;
alter default privileges in schema public grant all on tables to service_role;
alter default privileges in schema public grant all on sequences to service_role;

-- Functions are callable only with an explicit grant.
alter default privileges revoke execute on functions from public;

-- The caller, for policies. Write (select auth.uid()) in a policy: evaluated once per statement instead of once per row.
create function auth.jwt() returns jsonb language sql stable as $$
  select nullif(current_setting('request.jwt.claims', true), '')::jsonb
$$;
create function auth.uid() returns uuid language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claim.sub', true), ''), auth.jwt() ->> 'sub')::uuid
$$;
create function auth.role() returns text language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claim.role', true), ''), auth.jwt() ->> 'role')
$$;
create function auth.email() returns text language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claim.email', true), ''), auth.jwt() ->> 'email')
$$;
grant execute on function auth.jwt(), auth.uid(), auth.role(), auth.email()
  to anon, authenticated, service_role, supabase_storage_admin, supabase_realtime_admin;

create publication supabase_realtime;
