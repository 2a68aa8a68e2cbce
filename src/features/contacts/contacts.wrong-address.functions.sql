-- Corrects a mistyped e-mail address of a contact that a form created, on request of the browser that sent the form.

-- Corrects the address unless it was verified or another contact has the new one. False: nothing changed.
create function private.mend_address(contact uuid, wrong text, address text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- The lock of match-contact: a concurrent form must not create a contact with the address.
  perform pg_advisory_xact_lock(hashtextextended('contact point ' || address, 0));
  update public.contact_points p set value_raw = address, value_norm = address
  where p.contact_id = contact and p.kind = 'email' and p.value_norm = wrong and p.verified_at is null
    and not exists (select from public.contact_points other where other.kind = 'email' and other.value_norm = address);
  return found;
end
$$;

-- Moves a contact created with a wrong address to the bin. A row in any table with a foreign key to contacts prevents this, except for rows
-- that every form writes, their consequences, and computed ones. False: the contact was not moved.
create function private.bin_wrong_contact(contact uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  link record;
  is_kept boolean;
begin
  for link in
    select k.conrelid::regclass as place, a.attname as col,
      case k.conrelid
        -- What a colleague wrote; the form's own lines are of the contact.
        when 'public.activities'::regclass then ' and actor_kind = ''user'''
        -- They are created with the contact.
        when 'public.contact_staff_details'::regclass then ' and version > 1'
        when 'public.contact_points'::regclass then ' and verified_at is not null'
        else '' end as but
    from pg_catalog.pg_constraint k join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'f' and k.confrelid = 'public.contacts'::regclass and k.conparentid = 0
      and k.conrelid <> all (array['public.contact_tags', 'public.consents', 'public.domain_events',
        'public.scheduled_messages', 'public.messages', 'public.action_links', 'public.preference_links', 'public.automation_runs',
        'public.automation_list_members', 'public.duplicate_pairs']::regclass[])
  loop
    execute format('select exists (select from %1$s where %2$I = $1%3$s)', link.place, link.col, link.but) into is_kept using contact;
    if is_kept then return false; end if;
  end loop;
  update public.contacts c set deleted_at = now() where c.id = contact and c.deleted_at is null;
  return found;
end
$$;
grant execute on function private.mend_address(uuid, text, text), private.bin_wrong_contact(uuid) to service_role;
