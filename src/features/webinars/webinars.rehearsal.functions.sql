-- Rehearsals, before a room opens. For registrants the session is still scheduled, so nothing is counted.

create function private.is_webinar_rehearsal(session webinar_sessions) returns boolean
language sql stable security definer set search_path = '' as $$
  select session.rehearsal_at is not null and exists (
    select from public.webinars w where w.id = session.webinar_id and private.webinar_status_at(session, w, now()) = 'scheduled')
$$;

-- A rehearsal ends when the host ends it, and with any change of the session's status. Its lines and openings are deleted.
create function end_webinar_rehearsal() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.webinar_messages m where m.session_id = new.id and m.is_rehearsal;
  delete from public.webinar_openings o where o.session_id = new.id and o.opens_at >= old.rehearsal_at;
  return null;
end
$$;
create trigger end_rehearsal after update on webinar_sessions
  for each row when (old.rehearsal_at is not null and new.rehearsal_at is null) execute function end_webinar_rehearsal();

create function mark_rehearsal_line() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.is_rehearsal := coalesce((select private.is_webinar_rehearsal(s) from public.webinar_sessions s where s.id = new.session_id), false);
  return new;
end
$$;
create trigger mark_rehearsal before insert on webinar_messages for each row execute function mark_rehearsal_line();

-- The host starts or ends a rehearsal. Refusals: not_allowed, webinar_session_not_found, webinar_wrong_step.
create function rehearse_webinar(session uuid, is_on boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  present public.webinar_sessions;
begin
  perform private.require_webinar_team((select s.webinar_id from public.webinar_sessions s where s.id = session), as_host => true);
  select s.* into present from public.webinar_sessions s where s.id = session for update;
  if not found then raise sqlstate 'PT404' using message = 'webinar_session_not_found'; end if;
  if is_on and not exists (
    select from public.webinars w where w.id = present.webinar_id and private.webinar_status_at(present, w, now()) = 'scheduled')
  then raise sqlstate 'PT409' using message = 'webinar_wrong_step'; end if;
  update public.webinar_sessions s set rehearsal_at = case when is_on then coalesce(s.rehearsal_at, now()) end where s.id = session;
end
$$;
comment on function rehearse_webinar is 'never null';
grant execute on function rehearse_webinar(uuid, boolean) to authenticated;
