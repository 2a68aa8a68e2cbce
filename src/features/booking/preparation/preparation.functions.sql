-- Replaces all ticks of one attendee. Refused for an ended appointment.
create function save_linked_preparation(appointment uuid, attendee text, ticked text[]) returns void
language plpgsql volatile set search_path = '' as $$
declare
  met public.appointments;
begin
  select a.* into met from public.appointments a where a.id = appointment for no key update;
  if met.status not in ('pending', 'awaiting_payment', 'confirmed') or met.ends_at <= now() then
    raise sqlstate 'PT409' using message = 'appointment_ended';
  end if;
  insert into public.appointment_preparations (root_id, role, done) values (met.root_id, attendee, ticked)
  on conflict (root_id, role) do update set done = excluded.done, saved_at = now();
end
$$;
grant execute on function save_linked_preparation(uuid, text, text[]) to service_role;

-- Checklists of the published page, with unresolved placeholders: these are filled on display. A function, because only some staff may
-- read pages.
create function preparation_blocks() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(b.block order by b.n), '[]')
  from public.pages p join public.page_versions v on v.path = p.path and v.id = p.published_version_id
  cross join jsonb_array_elements(v.blocks) with ordinality b (block, n)
  where p.path = '/preparation' and b.block ->> 'kind' = 'steps' and public.is_staff()
$$;
comment on function preparation_blocks is 'never null';
grant execute on function preparation_blocks() to authenticated;
