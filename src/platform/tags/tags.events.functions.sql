-- Tagging events. Removal of tags with their contact or with the tag itself emits no event.
create function emit_contact_tagged() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.domain_events (type, contact_id, household_id, entity_type, entity_id, payload, is_demo)
  select 'contact.tagged', c.id, c.household_id, 'contact', c.id,
    jsonb_build_object('tag_id', t.tag_id, 'change', case when tg_op = 'INSERT' then 'added' else 'removed' end), c.is_demo
  from tagged t join public.contacts c on c.id = t.contact_id join public.tags on tags.id = t.tag_id;
  return null;
end
$$;
create trigger emit_tagged after insert on contact_tags referencing new table as tagged
  for each statement execute function emit_contact_tagged();
create trigger emit_untagged after delete on contact_tags referencing old table as tagged
  for each statement execute function emit_contact_tagged();
