-- Codes on paper for whoever has lost the app: each opens once. What is kept tells nobody the code.
create table auth.recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  -- SHA-256 of the user's id and the code, in hex.
  code_hash text not null check (code_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (user_id, code_hash)
);

alter table auth.recovery_codes enable row level security;
create policy "auth keeps its recovery codes" on auth.recovery_codes for all to supabase_auth_admin using (true) with check (true);
grant select, insert, update, delete on auth.recovery_codes to supabase_auth_admin;

-- Without an app there is nothing to be let past.
create function auth.forget_recovery_codes() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.recovery_codes c
  where c.user_id = old.user_id
    and not exists (select from auth.mfa_factors f where f.user_id = old.user_id and f.status = 'verified');
  return null;
end
$$;

create trigger forget_recovery_codes after delete on auth.mfa_factors
  for each row when (old.status = 'verified') execute function auth.forget_recovery_codes();
