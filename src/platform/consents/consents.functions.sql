-- Consents that are not evidence and may be deleted: here those of demo contacts. Other modules add branches.
create view private.deletable_consents_via_demo as
  select s.id from public.consents s join public.contacts c on c.id = s.contact_id where c.is_demo;

-- Consents and their texts are evidence: insert-only.
create function forbid_changes() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' and tg_table_name = 'consents' and exists (select from private.deletable_consents d where d.id = old.id) then
    return old;
  end if;
  raise sqlstate 'PT403' using message = 'only_added_to', detail = tg_table_name;
end
$$;

create trigger only_added_to before update or delete on consents for each row execute function forbid_changes();
create trigger only_added_to before update or delete on consent_texts for each row execute function forbid_changes();

create function hash_text() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select encode(sha256(convert_to(t.he_text, 'UTF8')), 'hex') into new.text_snapshot_hash
  from public.consent_texts t where t.id = new.text_version_id;
  return new;
end
$$;

create trigger hash_text before insert on consents for each row execute function hash_text();

-- The current texts, one row per kind.
create view current_consent_texts with (security_invoker = true) as
  select distinct on (kind) id, kind, version, he_text, valid_from
  from consent_texts where valid_from <= now()
  order by kind, version desc;
comment on view current_consent_texts is 'never null: id, kind, version, he_text, valid_from';

-- The latest consent per contact, address, channel and purpose.
create view current_consents with (security_invoker = true) as
  select distinct on (contact_id, value_norm, channel, purpose)
    contact_id, value_norm, channel, purpose, action, text_version_id, at
  from consents
  order by contact_id, value_norm, channel, purpose, at desc, id;

-- Records a consent or a withdrawal of a contact, as stated to a colleague. `way` is a channel, `value` the address or
-- number.
create function record_consent(contact uuid, way text, value text, action text, proof text) returns consents
language plpgsql security definer set search_path = '' as $$
declare
  noted public.consents;
  is_known constant boolean := exists (
    select from public.contact_points p where p.contact_id = contact and p.value_norm = value
      and p.kind = case way when 'email' then 'email' else 'phone' end);
begin
  if not (public.has_role('owner', 'admin', 'sales') or contact in (select public.my_contact_ids())) then
    raise sqlstate 'PT403' using message = 'not_allowed';
  end if;
  if not is_known then
    raise sqlstate 'PT422' using message = 'consent_of_unknown_point';
  end if;
  if char_length(btrim(coalesce(proof, ''))) < 4 then
    raise sqlstate 'PT422' using message = 'consent_of_staff_needs_proof';
  end if;
  insert into public.consents (contact_id, value_norm, channel, purpose, action, text_version_id, source_type, proof, recorded_by)
  select contact, value, way, 'marketing', action, t.id, 'staff', btrim(proof), auth.uid()
  from public.current_consent_texts t where t.kind = 'marketing'
  returning * into noted;
  insert into public.activities (type, actor_kind, actor_id, contact_id, related_type, related_id, payload)
  values (case action when 'grant' then 'consent.granted' else 'consent.withdrawn' end, 'user', auth.uid(), contact, 'consent', noted.id,
    jsonb_build_object('channel', way, 'value', value, 'text', noted.proof));
  -- A withdrawal applies to the address, so it is recorded for every contact who shares it. `source_id` refers to the original entry.
  if action = 'withdraw' then
    with others as (
      insert into public.consents (contact_id, value_norm, channel, purpose, action, text_version_id, source_type, source_id, recorded_by)
      select c.contact_id, c.value_norm, c.channel, c.purpose, 'withdraw', c.text_version_id, 'same_address', noted.id, auth.uid()
      from public.current_consents c
      where c.value_norm = value and c.channel = way and c.purpose = 'marketing' and c.action = 'grant' and c.contact_id <> contact
      returning id, contact_id
    )
    insert into public.activities (type, actor_kind, actor_id, contact_id, related_type, related_id, payload)
    select 'consent.withdrawn', 'user', auth.uid(), o.contact_id, 'consent', o.id, jsonb_build_object('channel', way, 'value', value)
    from others o;
  end if;
  return noted;
end
$$;

grant execute on function record_consent(uuid, text, text, text, text) to authenticated;

-- Withdraws the consent to advertising of every contact with this address or number, because they share the mailbox or phone. Returns the
-- contacts.
create function withdraw_consent(channel text, address text, source text) returns setof uuid
language sql volatile security definer set search_path = '' as $$
  insert into public.consents (contact_id, value_norm, channel, purpose, action, text_version_id, source_type)
  select c.contact_id, c.value_norm, c.channel, c.purpose, 'withdraw', c.text_version_id, source
  from public.current_consents c
  where c.value_norm = address and c.channel = withdraw_consent.channel and c.purpose = 'marketing' and c.action = 'grant'
  returning contact_id
$$;
comment on function withdraw_consent is 'never null';
grant execute on function withdraw_consent(text, text, text) to service_role;
