-- Events of contacts, one statement trigger per command: an import writes thousands of rows at once.
create function emit_contacts_created() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.domain_events (type, contact_id, household_id, entity_type, entity_id, payload, is_demo)
  select 'contact.created', c.id, c.household_id, 'contact', c.id,
    jsonb_build_object('lifecycle', c.lifecycle), c.is_demo
  from added c;
  return null;
end
$$;
create trigger emit_created after insert on contacts referencing new table as added
  for each statement execute function emit_contacts_created();

-- The payload contains the names of changed columns, never their text; for statuses and ids also the previous value. Changes of columns
-- that the system maintains emit no event.
create function emit_contacts_updated() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.domain_events (type, contact_id, household_id, entity_type, entity_id, payload, is_demo)
  select 'contact.updated', c.id, c.household_id, 'contact', c.id,
    jsonb_strip_nulls(jsonb_build_object('fields', fields.names,
      'lifecycle', case when c.lifecycle <> o.lifecycle then c.lifecycle end,
      'from_lifecycle', case when c.lifecycle <> o.lifecycle then o.lifecycle end,
      'owner_id', case when c.owner_id is distinct from o.owner_id then c.owner_id end,
      'from_owner_id', case when c.owner_id is distinct from o.owner_id then o.owner_id end)), c.is_demo
  from after_rows c join before_rows o on o.id = c.id
  cross join lateral (
    select coalesce(jsonb_agg(f.name order by f.name), '[]') as names from (values
      ('household_id', c.household_id is distinct from o.household_id),
      ('first_name', c.first_name <> o.first_name),
      ('last_name', c.last_name is distinct from o.last_name),
      ('gender_form', c.gender_form <> o.gender_form),
      ('birth_date', c.birth_date is distinct from o.birth_date),
      ('lifecycle', c.lifecycle <> o.lifecycle),
      ('do_not_contact', c.do_not_contact <> o.do_not_contact),
      ('owner_id', c.owner_id is distinct from o.owner_id),
      ('source', c.source is distinct from o.source)) f (name, changed) where f.changed) fields
  where fields.names <> '[]' and c.deleted_at is null;
  return null;
end
$$;
create trigger emit_updated after update on contacts referencing old table as before_rows new table as after_rows
  for each statement execute function emit_contacts_updated();

-- Emits changes of custom fields. Values written together with a new contact belong to its creation event.
create function emit_custom_fields_updated() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.domain_events (type, contact_id, household_id, entity_type, entity_id, payload, is_demo)
  select 'contact.updated', c.id, c.household_id, 'contact', c.id, '{"fields": ["custom"]}', c.is_demo
  from after_rows d join before_rows o on o.contact_id = d.contact_id join public.contacts c on c.id = d.contact_id
  where d.custom <> o.custom and c.deleted_at is null and c.created_at <> now();
  return null;
end
$$;
create trigger emit_updated after update on contact_staff_details referencing old table as before_rows new table as after_rows
  for each statement execute function emit_custom_fields_updated();
