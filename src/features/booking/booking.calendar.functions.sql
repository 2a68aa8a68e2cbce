-- After commit the calendar of the host follows: one job per chain and host, replaced by each further change.
create function sync_appointment_event() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.is_demo then return null; end if;
  perform jobs.enqueue('sync_appointment', json_build_object('root', new.root_id, 'host', host),
    concat_ws(':', 'sync_appointment', new.root_id, host))
  from (select distinct h.host from unnest(case when tg_op = 'UPDATE' then array[old.user_id, new.user_id] else array[new.user_id] end) h (host)) hosts
  where exists (select from public.calendar_connections c where c.user_id = hosts.host);
  return null;
end
$$;
create trigger sync_event after insert on appointments
  for each row when (new.status = 'confirmed') execute function sync_appointment_event();
create trigger sync_event_of_changed after update on appointments
  for each row when ((old.status, old.starts_at, old.ends_at, old.user_id) is distinct from (new.status, new.starts_at, new.ends_at, new.user_id))
  execute function sync_appointment_event();
