-- Agreement and refusal that staff hear and write down: in whose name, and what proves it.
alter table consents
  add column proof text constraint consent_proof_length check (char_length(proof) <= 500),
  add column recorded_by uuid references auth.users (id) on delete set null,
  add constraint consent_of_staff_needs_proof check (source_type <> 'staff' or char_length(btrim(proof)) >= 4);
create index consents_recorded_by on consents (recorded_by) where recorded_by is not null;

-- What somebody said about one way of writing to them, as one colleague heard it. `way` is a channel, `value` the address or number.
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
  -- One mailbox and one telephone: whoever else agreed at it gets nothing there either, and their own ledger says so.
  -- What was said stays with the one who said it; `source_id` leads to it.
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
revoke execute on function record_consent(uuid, text, text, text, text) from public;
grant execute on function record_consent(uuid, text, text, text, text) to authenticated;
