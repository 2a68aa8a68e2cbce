create function compose_names() returns trigger language plpgsql as $$
begin
  new.first_name := btrim(new.first_name);
  new.last_name := nullif(btrim(new.last_name), '');
  new.full_name := concat_ws(' ', new.first_name, new.last_name);
  new.search_name := public.he_norm(new.full_name);
  return new;
end
$$;

create trigger compose_names before insert or update of first_name, last_name on contacts
  for each row execute function compose_names();

create trigger next_version before update on households for each row execute function next_version();
create trigger next_version before update on contact_points for each row execute function next_version();

-- Columns that the system maintains (last activity, next step; score and touches) do not increase the version.
create trigger next_version before update of household_id, household_role, first_name, last_name, gender_form, birth_date,
  lifecycle, do_not_contact, owner_id, client_user_id, source, merged_into_id, deleted_at,
  external_id on contacts
  for each row execute function next_version();
create trigger next_version before update of call_basis, call_basis_at, call_basis_note, dnc_checked_at, custom on contact_staff_details
  for each row execute function next_version();

-- Verification, bounces and complaints belong to one value, so a corrected number or address resets them.
create function reset_point_state() returns trigger language plpgsql set search_path = '' as $$
begin
  new.verified_at := null;
  new.bounced_at := null;
  new.complained_at := null;
  return new;
end
$$;
create trigger reset_state before update of value_norm on contact_points
  for each row when (old.value_norm is distinct from new.value_norm) execute function reset_point_state();

-- Staff details are created together with the contact, so that afterwards they are only updated.
create function add_staff_details() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.contact_staff_details (contact_id) select a.id from added a;
  return null;
end
$$;

create trigger add_staff_details after insert on contacts referencing new table as added
  for each statement execute function add_staff_details();

-- The contacts that each coach can access. Other modules add branches: an opportunity or a process grants access to its
-- contact.
create view private.contact_access_via_ownership as
  select owner_id as user_id, id as contact_id from public.contacts;

-- The contacts of the caller, if a coach.
create function my_contact_ids() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select distinct a.contact_id from private.contact_access a
  where a.user_id = (select auth.uid()) and (select public.has_role('coach'))
$$;

grant execute on function my_contact_ids() to authenticated, service_role;

-- The contact of the signed-in client.
create function my_client_contact_id() returns uuid
language sql stable security definer set search_path = '' as $$
  select c.id from public.contacts c
  where c.client_user_id = (select auth.uid()) and c.deleted_at is null and (select public.has_role('client'))
$$;

-- The contacts of the signed-in client and their partner in the household. Each can see shared items of the other.
create function my_household_contact_ids() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select o.id from public.contacts me join public.contacts o
    on o.id = me.id or (o.household_id = me.household_id and me.household_role = 'partner' and o.household_role = 'partner')
  where me.id = (select public.my_client_contact_id()) and o.deleted_at is null
$$;

grant execute on function my_client_contact_id(), my_household_contact_ids() to authenticated, service_role;

-- Whether a coach may move a contact into a household: the household is empty, or contains a contact that the coach can
-- access. Membership grants access to the household, so knowing the household's id must not suffice.
create function may_move_into(household uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select household is null
    or not exists (select from public.contacts c where c.household_id = household)
    or exists (select from public.contacts c where c.household_id = household and c.id in (select public.my_contact_ids()))
$$;

grant execute on function may_move_into(uuid) to authenticated, service_role;

-- Inserts a contact with its contact points, with the caller's rights. The caller normalizes numbers and addresses;
-- constraints refuse other values.
create function add_contact(
  first_name text, last_name text default null, phone text default null, email text default null, source text default null
) returns contacts
language plpgsql volatile set search_path = public as $$
declare
  added contacts;
begin
  insert into contacts (first_name, last_name, source, owner_id)
  values (add_contact.first_name, add_contact.last_name, add_contact.source, auth.uid())
  returning * into added;
  insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary)
  select added.id, point.kind, point.value, point.value, true
  from (values ('phone', phone), ('email', email)) point (kind, value) where point.value is not null;
  return added;
end
$$;

grant execute on function add_contact(text, text, text, text, text) to authenticated, service_role;

-- A visitor who leaves a phone number on the site has requested a call, which is a basis for calls.
create function log_call_basis() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.contact_staff_details d set call_basis = 'callback', call_basis_at = new.created_at, call_basis_note = 'פנייה מהאתר'
  where d.contact_id = new.contact_id and (d.call_basis is null or d.call_basis = 'callback');
  return null;
end
$$;

create trigger log_call_basis after insert on contact_requests
  for each row when (new.phone is not null) execute function log_call_basis();

-- Locks a contact against merging and erasure until the end of the transaction. False if the contact does not exist.
create function lock_contact(contact uuid) returns boolean
language sql volatile set search_path = '' as $$
  select exists (select from public.contacts c
    where c.id = contact and c.deleted_at is null and c.merged_into_id is null for key share)
$$;
grant execute on function lock_contact(uuid) to service_role;
