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

alter table auth.flow_state enable row level security;
create policy "auth keeps its flows" on auth.flow_state for all to supabase_auth_admin using (true) with check (true);
grant select, insert, update, delete on auth.flow_state to supabase_auth_admin;

alter table auth.mfa_factors enable row level security;
alter table auth.mfa_challenges enable row level security;
create policy "auth keeps its factors" on auth.mfa_factors for all to supabase_auth_admin using (true) with check (true);
create policy "auth keeps its challenges" on auth.mfa_challenges for all to supabase_auth_admin using (true) with check (true);
grant select, insert, update, delete on auth.mfa_factors, auth.mfa_challenges to supabase_auth_admin;

alter table auth.recovery_codes enable row level security;
create policy "auth keeps its recovery codes" on auth.recovery_codes for all to supabase_auth_admin using (true) with check (true);
grant select, insert, update, delete on auth.recovery_codes to supabase_auth_admin;

alter table auth.known_networks enable row level security;
create policy "auth keeps its known networks" on auth.known_networks for all to supabase_auth_admin using (true) with check (true);
grant select, insert, update, delete on auth.known_networks to supabase_auth_admin;
