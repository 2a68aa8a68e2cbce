-- Whoever has an authenticator app holds their roles only in sessions that have shown its code: a password alone opens nothing of the business.
create or replace function has_role(variadic roles text[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.user_roles
    where user_id = (select auth.uid()) and role = any (roles) and is_active
  ) and (
    coalesce(auth.jwt() ->> 'aal' = 'aal2', false)
    or not exists (
      select from auth.mfa_factors
      where user_id = (select auth.uid()) and factor_type = 'totp' and status = 'verified'
    )
  )
$$;
