-- Recovery codes are deleted with the last verified factor.
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
