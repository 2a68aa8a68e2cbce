-- Consent events. The newsletter, forms, staff and the preferences page all write to this ledger.
create function emit_consent_event() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.emit_event(case new.action when 'grant' then 'consent.granted' else 'consent.withdrawn' end, new.contact_id, 'consent', new.id,
    jsonb_build_object('channel', new.channel, 'purpose', new.purpose, 'source_type', new.source_type), new.is_demo);
  return null;
end
$$;
create trigger emit_consent after insert on consents for each row execute function emit_consent_event();
