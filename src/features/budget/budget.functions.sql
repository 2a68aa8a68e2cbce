-- The contact of the caller, if a client, and the household whose budget they share. A child or another member shares none; a member
-- without a role counts as a partner.
create function budget_member() returns table (contact_id uuid, household_id uuid)
language sql stable security definer set search_path = '' as $$
  select c.id, case when coalesce(c.household_role, 'partner') = 'partner' then c.household_id end from public.contacts c
  where c.client_user_id = (select auth.uid()) and c.deleted_at is null and (select public.has_role('client'))
$$;
comment on function budget_member is 'never null: contact_id';
grant execute on function budget_member() to authenticated, service_role;

-- True while every partner with an account consents, including a partner who joined later.
create function is_budget_shared(household uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(bool_and(coalesce(s.is_shared, false)), false)
  from public.contacts c left join public.budget_sharing s on s.contact_id = c.id
  where c.household_id = household and c.client_user_id is not null and c.deleted_at is null
    and coalesce(c.household_role, 'partner') = 'partner'
$$;
comment on function is_budget_shared is 'never null';
revoke execute on function is_budget_shared(uuid) from public;
grant execute on function is_budget_shared(uuid) to service_role;

-- Private items follow their owner to another household; the consent to sharing was given for the former household only.
create function move_private_budget() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.budget_items set household_id = new.household_id where private_to = new.id;
  delete from public.budget_sharing where contact_id = new.id;
  return null;
end
$$;
create trigger move_private_budget after update of household_id on contacts
  for each row when (old.household_id is distinct from new.household_id) execute function move_private_budget();
