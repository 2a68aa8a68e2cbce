-- Events of invitations: one per mail, and one per acceptance.
create function emit_client_invitation_event() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.emit_event(case new.status when 'accepted' then 'client.accepted' else 'client.invited' end, new.contact_id,
    'client_invitation', new.id, jsonb_build_object('owner_id', c.owner_id), c.is_demo)
  from public.contacts c where c.id = new.contact_id;
  return null;
end
$$;
create trigger emit_invited after insert on client_invitations
  for each row when (new.sent_at is not null) execute function emit_client_invitation_event();
create trigger emit_changed after update on client_invitations
  for each row when (new.sent_at is distinct from old.sent_at or (new.status = 'accepted' and old.status <> 'accepted'))
  execute function emit_client_invitation_event();
