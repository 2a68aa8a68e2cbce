-- Message anchor of a mailed, open invitation. An invitation that was never mailed has no reminders. Mailing a link
-- again manually restarts the reminders.
create function private.message_anchors_of_client_invitation(invitation uuid)
returns table (anchor text, at timestamptz, expires_at timestamptz, contact_id uuid, to_value text, is_partner boolean)
language sql stable security definer set search_path = '' as $$
  select 'sent', i.sent_at, i.expires_at, i.contact_id, i.email_norm, false
  from public.client_invitations i join public.contacts c on c.id = i.contact_id
  where i.id = invitation and i.status in ('sent', 'opened') and i.sent_at is not null and i.expires_at > now()
    and c.client_user_id is null and c.deleted_at is null and not c.is_demo
$$;

create function private.message_refusal_of_client_invitation(message scheduled_messages) returns text
language sql stable security definer set search_path = '' as $$
  select 'overtaken' where private.is_overtaken(message, array['invitation.reminder_first', 'invitation.reminder_last'])
$$;

create function derive_client_invitation_messages() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.derive_messages('client_invitation', coalesce(new.id, old.id));
  return null;
end
$$;
create trigger derive_messages_of_new after insert on client_invitations
  for each row when (new.sent_at is not null) execute function derive_client_invitation_messages();
create trigger derive_messages after update on client_invitations
  for each row when ((old.status, old.sent_at, old.expires_at, old.contact_id) is distinct from (new.status, new.sent_at, new.expires_at, new.contact_id))
  execute function derive_client_invitation_messages();
create trigger derive_messages_of_deleted after delete on client_invitations for each row execute function derive_client_invitation_messages();

-- Adds a link to an open invitation for its reminder: earlier links stay valid, and the expiry date does not change.
create function add_invitation_link(invitation uuid, hash text) returns table (contact_id uuid, first_name text, seconds_left integer)
language sql volatile security definer set search_path = '' as $$
  update public.client_invitations i set token_hashes = (hash || i.token_hashes)[1:5]
  from public.contacts c
  where i.id = invitation and c.id = i.contact_id and i.status in ('sent', 'opened') and i.expires_at > now() and c.client_user_id is null
  returning i.contact_id, c.first_name, extract(epoch from i.expires_at - now())::integer
$$;
comment on function add_invitation_link is 'never null';
grant execute on function add_invitation_link(uuid, text) to service_role;

-- Open invitations whose coach is notified that the client has not joined.
create function private.notice_anchors_of_client_invitation(anchor text, from_at timestamptz, until_at timestamptz)
returns table (entity_id uuid, at timestamptz, responsible uuid, title text, message text, severity text, related_type text, related_id uuid)
language sql stable security definer set search_path = '' as $$
  select i.id, i.sent_at, c.owner_id, 'עוד לא נכנסו לאזור האישי: ' || c.full_name, 'ההזמנה מחכה', 'medium', 'contact', c.id
  from public.client_invitations i join public.contacts c on c.id = i.contact_id
  where anchor = 'sent' and i.status in ('sent', 'opened') and i.sent_at between from_at and until_at
    and c.client_user_id is null and c.deleted_at is null and not c.is_demo
$$;
