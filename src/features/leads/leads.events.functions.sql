-- Events of contact requests from the site.
create function emit_lead_captured() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.emit_event('lead.captured', new.contact_id, 'contact_request', new.id,
    jsonb_build_object('opportunity_id', new.opportunity_id, 'task_id', new.task_id), new.is_demo);
  return null;
end
$$;
create trigger emit_captured after insert on contact_requests for each row execute function emit_lead_captured();
