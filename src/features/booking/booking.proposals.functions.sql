-- Slots that staff propose to a contact, as activities. Proposed slots are not held. Copying and then sending the same message logs one
-- activity.
create function log_proposed_slots(contact uuid, appointment_type uuid, starts timestamptz[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  met public.contacts;
  of_type public.appointment_types;
  details constant jsonb := jsonb_build_object('starts', to_jsonb(array(select s from unnest(starts) s order by s)));
begin
  if coalesce(cardinality(starts), 0) not between 1 and 10 then raise sqlstate 'PT422' using message = 'slot_not_offered'; end if;
  -- Locks the contact, so that a repeated submission adds no second entry.
  select c.* into met from public.contacts c where c.id = contact and c.deleted_at is null and c.merged_into_id is null
    and (public.has_role('owner', 'admin', 'sales') or c.id in (select public.my_contact_ids())) for no key update;
  if met.id is null then raise sqlstate 'PT404' using message = 'contact_gone'; end if;
  select t.* into of_type from public.appointment_types t where t.id = appointment_type and public.is_colleague(auth.uid());
  if of_type.id is null then raise sqlstate 'PT404' using message = 'type_gone'; end if;
  if exists (select from public.activities a where a.contact_id = contact and a.type = 'appointment.proposed' and a.actor_id = auth.uid()
      and a.related_id = appointment_type and a.payload = details and a.happened_at > now() - interval '10 minutes') then
    return;
  end if;
  insert into public.activities (type, happened_at, actor_kind, actor_id, contact_id, related_type, related_id, title_cache, payload, is_demo)
  values ('appointment.proposed', clock_timestamp(), 'user', auth.uid(), contact, 'appointment_type', appointment_type, of_type.title, details, met.is_demo);
end
$$;
grant execute on function log_proposed_slots(uuid, uuid, timestamptz[]) to authenticated;
