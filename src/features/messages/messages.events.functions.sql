-- Events that mail providers report about sent messages.
create function emit_message_event() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.emit_event(case when old.bounced_at is null and new.bounced_at is not null then 'message.bounced' else 'message.complained' end,
    new.contact_id, 'message', new.id, jsonb_build_object('channel', new.channel, 'purpose', new.purpose), new.is_demo);
  return null;
end
$$;
create trigger emit_reported after update on messages
  for each row when (
    (old.bounced_at is null and new.bounced_at is not null) or (old.complained_at is null and new.complained_at is not null))
  execute function emit_message_event();

create function emit_message_received() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.emit_event('message.received', new.contact_id, 'received_message', new.id, jsonb_build_object('channel', new.channel));
  return null;
end
$$;
-- A forged mail does not count as a reply, so it ends no sequence.
create trigger emit_received after insert on received_messages for each row when (new.is_verified) execute function emit_message_received();
