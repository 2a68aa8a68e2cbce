-- Adds a schedule with a copy of the weekly hours of another schedule of the host. Runs with the caller's rights.
create function add_schedule(host uuid, schedule_name text, schedule_zone text, hours_of uuid) returns uuid
language plpgsql volatile set search_path = '' as $$
declare
  added uuid;
begin
  insert into public.schedules (user_id, name, zone) values (host, schedule_name, schedule_zone) returning id into added;
  insert into public.schedule_rules (schedule_id, weekday, start_local, end_local)
  select added, r.weekday, r.start_local, r.end_local from public.schedule_rules r join public.schedules s on s.id = r.schedule_id
  where r.schedule_id = hours_of and s.user_id = host;
  return added;
end
$$;
comment on function add_schedule is 'never null';
grant execute on function add_schedule(uuid, text, text, uuid) to authenticated;

-- The default schedule is deleted only with its host: types without their own schedule would silently change their hours.
create function keep_usual_schedule() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.booking_hosts h where h.user_id = old.user_id) and not exists (
    select from public.schedules s where s.user_id = old.user_id and (s.created_at, s.id) < (old.created_at, old.id)) then
    raise sqlstate 'PT409' using message = 'usual_schedule';
  end if;
  return old;
end
$$;
create trigger keep_usual before delete on schedules for each row execute function keep_usual_schedule();
