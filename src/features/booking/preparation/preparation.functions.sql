-- The whole list of ticks of one attendee. An ended appointment needs no preparation.
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
