-- Event of a connection that only its user can repair. Temporary errors write no event.
create function emit_calendar_broken() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.emit_event('calendar.broken', null, 'calendar', new.user_id, jsonb_build_object('reason', new.last_error));
  return null;
end
$$;
create trigger emit_broken after update on calendar_connections
  for each row when (
    new.last_error in ('access_revoked', 'keys_changed', 'calendar_missing') and new.last_error is distinct from old.last_error)
  execute function emit_calendar_broken();
