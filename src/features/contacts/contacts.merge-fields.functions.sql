-- Merge fields of a contact for message templates: names with their aliases, and values. `custom` and `household_custom` hold the values
-- of custom fields by key.
create function private.merge_fields_of_contact() returns text[]
language sql immutable set search_path = '' as $$
  select array['שם_פרטי', 'firstName', 'שם_משפחה', 'שם_מלא', 'משק_בית', 'סוג', 'תגית', 'מקור', 'יום_הולדת', 'אחראי']
$$;

create function private.merge_values_of_contact(contact uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'שם_פרטי', c.first_name, 'שם_משפחה', c.last_name, 'שם_מלא', c.full_name, 'משק_בית', h.name, 'סוג', c.lifecycle,
      'תגית', (select coalesce(jsonb_agg(t.name order by t.name), '[]')
        from public.contact_tags ct join public.tags t on t.id = ct.tag_id where ct.contact_id = c.id),
      'מקור', c.source, 'יום_הולדת', c.birth_date,
      'אחראי', (select s.full_name from public.staff_profiles s where s.user_id = c.owner_id),
      'custom', d.custom, 'household_custom', coalesce(h.custom, '{}'))
    from public.contacts c join public.contact_staff_details d on d.contact_id = c.id left join public.households h on h.id = c.household_id and h.deleted_at is null
    where c.id = contact and c.deleted_at is null and c.merged_into_id is null);
end
$$;

-- The form in which a message addresses the contact: plural if partners share the mailbox, because both read it.
create function private.address_form(contact uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when c.gender_form not in ('f', 'm') or exists (
      select from public.contact_points own
      join public.contact_points same on same.kind = own.kind and same.value_norm = own.value_norm and same.contact_id <> c.id
      join public.contacts partner on partner.id = same.contact_id and partner.household_id = c.household_id
        and partner.deleted_at is null and partner.merged_into_id is null
      where own.contact_id = c.id and own.is_primary and own.kind = 'email'
        and coalesce(partner.household_role, 'partner') = 'partner' and coalesce(c.household_role, 'partner') = 'partner') then 'plural'
    else c.gender_form end
  from public.contacts c where c.id = contact
$$;
grant execute on function private.merge_values_of_contact(uuid), private.address_form(uuid) to service_role;
