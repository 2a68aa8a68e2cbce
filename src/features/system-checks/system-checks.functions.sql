-- Stores the result of a check. Owners are notified of two consecutive failures, and of the recovery. Returns the addresses to mail: those
-- of the owners when an alarm is raised, none otherwise.
create function record_system_check(kind text, place text, is_ok boolean, facts jsonb, words text) returns setof text
language plpgsql volatile security definer set search_path = '' as $$
declare
  before integer;
  after integer;
begin
  select c.failures into before from public.system_checks c
  where c.kind = record_system_check.kind and c.place = record_system_check.place for update;
  before := coalesce(before, 0);
  after := case when is_ok then 0 else before + 1 end;
  insert into public.system_checks as c (kind, place, is_ok, facts, failing_since, failures)
  values (record_system_check.kind, record_system_check.place, record_system_check.is_ok, record_system_check.facts,
    case when not record_system_check.is_ok then now() end, after)
  on conflict on constraint system_checks_pkey do update set is_ok = excluded.is_ok, facts = excluded.facts, checked_at = now(),
    failing_since = case when not excluded.is_ok then coalesce(c.failing_since, now()) end, failures = excluded.failures;
  -- The calendar module itself notifies the host of a broken connection.
  if kind = 'calendar' then return; end if;
  if after = 2 then
    insert into public.notifications (user_id, type, title, message, severity)
    select r.user_id, 'system.alarm', 'המערכת צריכה טיפול', words, 'critical'
    from public.user_roles r where r.role = 'owner' and r.is_active;
    return query
      select u.email::text from public.user_roles r join auth.users u on u.id = r.user_id
      where r.role = 'owner' and r.is_active and u.email is not null;
  elsif after = 0 and before >= 2 then
    insert into public.notifications (user_id, type, title, message, severity)
    select r.user_id, 'system.alarm', 'התקלה הסתיימה', words, 'low'
    from public.user_roles r where r.role = 'owner' and r.is_active;
  end if;
end
$$;
revoke execute on function record_system_check(text, text, boolean, jsonb, text) from public;
grant execute on function record_system_check(text, text, boolean, jsonb, text) to service_role;

-- Deletes checks of components that are no longer configured, and disk checks of machines that have not reported for a day.
create function forget_system_checks(kinds text[]) returns void
language sql volatile security definer set search_path = '' as $$
  delete from public.system_checks c
  where c.kind = any(kinds) or (c.kind = 'disk' and c.checked_at < now() - interval '1 day')
$$;
revoke execute on function forget_system_checks(text[]) from public;
grant execute on function forget_system_checks(text[]) to service_role;

-- For readiness: up, degraded, or unknown without a check in the last quarter of an hour. A check counts as failing from its second failure
-- on.
create function third_party_state(out mail text, out calendar text)
language sql stable security definer set search_path = '' as $$
  with state as (
    select k.part, case when bool_or(c.failures >= 2) then 'degraded' when count(c.kind) = 0 then 'unknown' else 'up' end as state
    from (values ('mail', 'smtp'), ('mail', 'mail'), ('calendar', 'calendar')) k (part, kind)
    left join public.system_checks c on c.kind = k.kind and c.checked_at > now() - interval '15 minutes'
    group by k.part
  )
  select (select s.state from state s where s.part = 'mail'), (select s.state from state s where s.part = 'calendar')
$$;
comment on function third_party_state is 'never null: mail, calendar';
revoke execute on function third_party_state() from public;
grant execute on function third_party_state() to service_role;
