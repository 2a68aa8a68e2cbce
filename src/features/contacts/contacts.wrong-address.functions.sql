-- Corrects the mistyped e-mail address of a contact that a form created. Only the browser that sent the form can do so.

-- Counts the rows that reference the contact, up to two. Rows that every form writes and rows derived from them or
-- computed are excluded.
create function private.rows_of_wrong_contact(contact uuid) returns integer
language plpgsql stable security definer set search_path = '' as $$
declare
  link record;
  own integer;
  total integer := 0;
begin
  for link in
    select k.conrelid::regclass as place, a.attname as col,
      case k.conrelid
        -- Counts entries by staff only, because the form writes its entries together with the contact.
        when 'public.activities'::regclass then ' and actor_kind = ''user'''
        -- Version 1 is created with the contact.
        when 'public.contact_staff_details'::regclass then ' and version > 1'
        when 'public.contact_points'::regclass then ' and verified_at is not null'
        else '' end as but
    from pg_catalog.pg_constraint k join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'f' and k.confrelid = 'public.contacts'::regclass and k.conparentid = 0
      and k.conrelid <> all (array['public.contact_tags', 'public.consents', 'public.domain_events',
        'public.scheduled_messages', 'public.messages', 'public.action_links', 'public.preference_links', 'public.automation_runs',
        'public.automation_list_members', 'public.duplicate_pairs']::regclass[])
  loop
    execute format('select count(*) from (select from %1$s where %2$I = $1%3$s limit 2) found', link.place, link.col, link.but)
    into own using contact;
    total := total + own;
    exit when total > 1;
  end loop;
  return total;
end
$$;

-- Corrects the address and returns true. Returns false if the address was verified, if another contact has the new one,
-- or if other rows reference the contact: such rows may belong to the owner of the wrong address.
create function private.mend_address(contact uuid, wrong text, address text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- Takes the locks of match-contact in the same order. A concurrent form must neither create a contact with the new
  -- address nor match this contact by the wrong one.
  perform pg_advisory_xact_lock(hashtextextended('contact point ' || own.value, 0))
  from (select given.value from unnest(array[wrong, address]) as given (value) order by 1) own;
  if private.rows_of_wrong_contact(contact) > 1 then return false; end if;
  update public.contact_points p set value_raw = address, value_norm = address
  where p.contact_id = contact and p.kind = 'email' and p.value_norm = wrong and p.verified_at is null
    and not exists (select from public.contact_points other where other.kind = 'email' and other.value_norm = address);
  return found;
end
$$;

-- Moves a contact created with a wrong address to the bin, unless other rows reference it. Returns whether it moved.
create function private.bin_wrong_contact(contact uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if private.rows_of_wrong_contact(contact) > 0 then return false; end if;
  update public.contacts c set deleted_at = now() where c.id = contact and c.deleted_at is null;
  return found;
end
$$;
grant execute on function private.rows_of_wrong_contact(uuid), private.mend_address(uuid, text, text), private.bin_wrong_contact(uuid)
  to service_role;
