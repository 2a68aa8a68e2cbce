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
