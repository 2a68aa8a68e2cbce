-- The data that a client sees, for the staff who may see the client. Read-only; each preview is logged in the client's timeline, once per
-- quarter of an hour. Items that are private to the partner are excluded.
create function preview_client(contact uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  person public.contacts;
begin
  select c.* into person from public.contacts c
  where c.id = contact and c.deleted_at is null and (public.has_role('owner', 'admin') or c.id in (select public.my_contact_ids()));
  if person.id is null then raise sqlstate 'PT404' using message = 'client_gone'; end if;
  insert into public.activities (type, actor_kind, actor_id, contact_id, related_type, related_id, title_cache, is_demo)
  select 'client.previewed', 'user', auth.uid(), person.id, 'contact', person.id, person.full_name, person.is_demo
  where not exists (select from public.activities a where a.contact_id = person.id and a.type = 'client.previewed'
    and a.actor_id = auth.uid() and a.happened_at > now() - interval '15 minutes');
  return jsonb_build_object(
    'tasks', (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'isDone', t.status = 'Done', 'dueOn', t.due_date)
        order by t.due_date nulls last, t.created_at), '[]')
      from public.tasks t where t.deleted_at is null and t.status <> 'Cancelled'
        and (t.shared_with is not null and t.contact_id = person.id or t.shared_with = 'household' and t.contact_id in (
          select o.id from public.contacts o where o.household_id = person.household_id and o.household_role = 'partner'
            and person.household_role = 'partner' and o.deleted_at is null))),
    'files', (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name) order by f.created_at desc), '[]')
      from public.files f where f.deleted_at is null and f.stored_at is not null
        and (f.shared_with is not null and f.contact_id = person.id or f.shared_with = 'household' and f.contact_id in (
            select o.id from public.contacts o where o.household_id = person.household_id and o.household_role = 'partner'
              and person.household_role = 'partner' and o.deleted_at is null)
          or f.id in (select s.file_id from public.signature_requests s where s.contact_id = person.id and s.signed_at is not null))),
    'meetings', (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'title', a.title, 'startsAt', a.starts_at) order by a.starts_at), '[]')
      from public.appointments a where a.status in ('awaiting_payment', 'pending', 'confirmed') and a.ends_at > now()
        and (a.contact_id = person.id or exists (
          select from public.appointment_attendees t where t.appointment_id = a.id and t.contact_id = person.id))));
end
$$;
comment on function preview_client is 'never null';
grant execute on function preview_client(uuid) to authenticated;
