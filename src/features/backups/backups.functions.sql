-- Enqueues a backup; a second request before it begins changes nothing.
create function request_backup() returns void
language plpgsql security definer set search_path = '' as $$
begin
  if auth.role() is distinct from 'service_role' then perform private.require_role('owner', 'admin'); end if;
  if not exists (select from public.backup_status s where s.mode in ('on', 'dump')) then
    raise sqlstate 'PT409' using message = 'backup_not_set_up';
  end if;
  perform jobs.enqueue('take_backup', '{}', 'take_backup', queue => 'long');
end
$$;
grant execute on function request_backup() to authenticated, service_role;

-- Whether backups are required and late: none succeeded at this target for 26 hours, or `safe_until` is older than 15
-- minutes. Dumps archive no changes. After a start, five minutes are allowed for the backlog of the previous process.
-- A start does not reset the 15 minutes: with frequent restarts, backups would never be late.
create function backup_is_late() returns boolean
language sql stable set search_path = '' as $$
  select coalesce((
    select (
        s.mode = 'on' and coalesce(s.safe_until, s.place_since) < now() - interval '15 minutes'
        and s.started_at < now() - interval '5 minutes'
      )
      or coalesce(
        (select max(r.finished_at) from public.backup_runs r where r.state = 'done' and r.started_at >= s.place_since), s.place_since
      ) < now() - interval '26 hours'
    from public.backup_status s where s.mode in ('on', 'dump')), false)
$$;
comment on function backup_is_late is 'never null';
grant execute on function backup_is_late() to authenticated, service_role;

-- Notifies owners that backups fail. Returns the addresses for the mail; none within a day of the last alarm.
create function raise_backup_alarm(words text) returns setof text
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.backup_status set alarmed_at = now() where alarmed_at is null or alarmed_at < now() - interval '1 day';
  if not found then return; end if;
  insert into public.notifications (user_id, type, title, message, severity)
  select r.user_id, 'backup.failed', 'הגיבוי לא מצליח', words, 'critical'
  from public.user_roles r where r.role = 'owner' and r.is_active;
  return query
    select u.email::text from public.user_roles r join auth.users u on u.id = r.user_id
    where r.role = 'owner' and r.is_active and u.email is not null;
end
$$;
revoke execute on function raise_backup_alarm(text) from public;
grant execute on function raise_backup_alarm(text) to service_role;

-- Clears the alarm once the last backup succeeded and the latest changes are archived, and notifies the owners. Without an alarm it does
-- nothing.
create function clear_backup_alarm() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.backup_status set alarmed_at = null
  where alarmed_at is not null and (mode = 'dump' or safe_until > now() - interval '15 minutes')
    and (select s.backup from public.backup_state() s) = 'up';
  if not found then return; end if;
  insert into public.notifications (user_id, type, title, message, severity)
  select r.user_id, 'backup.failed', 'הגיבוי חזר לפעול', 'הגיבוי האחרון הצליח, וגם השינויים האחרונים שמורים בו', 'low'
  from public.user_roles r where r.role = 'owner' and r.is_active;
end
$$;
revoke execute on function clear_backup_alarm() from public;
grant execute on function clear_backup_alarm() to service_role;

-- For the readiness check: off, up, late or failed; and the last rehearsed restore: none, up or failed.
create function backup_state(out backup text, out rehearsal text)
language sql stable security definer set search_path = '' as $$
  select
    case
      when not exists (select from public.backup_status s where s.mode in ('on', 'dump')) then 'off'
      when (
        select r.state from public.backup_runs r join public.backup_status s on r.started_at >= s.place_since
        where r.state <> 'running' order by r.started_at desc limit 1
      ) = 'failed' then 'failed'
      when public.backup_is_late() then 'late'
      else 'up'
    end,
    coalesce((
      select case when r.fault is null then 'up' else 'failed' end
      from public.backup_rehearsals r join public.backup_status s on r.at >= s.place_since order by r.at desc limit 1), 'none')
$$;
comment on function backup_state is 'never null: backup, rehearsal';
revoke execute on function backup_state() from public;
grant execute on function backup_state() to service_role;
