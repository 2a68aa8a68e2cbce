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

-- Facts that the system notes beside the row (score, last activity, next step) are nobody's edit and make nobody's edit stale.
create trigger next_version before update of household_id, household_role, first_name, last_name, gender_form, birth_date,
  lifecycle, do_not_contact, owner_id, client_user_id, source, custom, merged_into_id, deleted_at,
  external_id on contacts
  for each row execute function next_version();

-- Which coach works with which contact. Other modules add branches: an opportunity and a process give access to their contact.
create view private.contact_access_via_ownership as
  select owner_id as user_id, id as contact_id from public.contacts;

-- The contacts of a coach who is the caller.
create function my_contact_ids() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select distinct a.contact_id from private.contact_access a
  where a.user_id = (select auth.uid()) and (select public.has_role('coach'))
$$;

grant execute on function my_contact_ids() to authenticated, service_role;

-- Where a coach may put somebody: into a home of a person they work with, or one where nobody lives yet.
-- A person in a home opens that home, so its id alone must not be enough.
create function may_move_into(household uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select household is null
    or not exists (select from public.contacts c where c.household_id = household)
    or exists (select from public.contacts c where c.household_id = household and c.id in (select public.my_contact_ids()))
$$;

grant execute on function may_move_into(uuid) to authenticated, service_role;

-- A person together with the ways to reach them: all of it or nothing. Runs with the caller's rights.
-- The numbers and addresses come in their normal form; constraints refuse any other.
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

-- Who leaves a number on the site has asked to be called.
create function note_call_basis() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.contacts c set call_basis = 'callback', call_basis_at = new.created_at, call_basis_note = 'פנייה מהאתר'
  where c.id = new.contact_id and (c.call_basis is null or c.call_basis = 'callback');
  return null;
end
$$;

create trigger note_call_basis after insert on contact_requests
  for each row when (new.phone is not null) execute function note_call_basis();

-- Keeps a record from being merged or erased until the transaction ends. False where it is gone already.
create function hold_contact(contact uuid) returns boolean
language sql volatile set search_path = '' as $$
  select exists (select from public.contacts c
    where c.id = contact and c.deleted_at is null and c.merged_into_id is null for key share)
$$;
grant execute on function hold_contact(uuid) to service_role;
