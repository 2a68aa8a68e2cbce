-- The page of an invitation. The server calls these functions with the token hash: only the token authorizes, the id in the URL does not.

-- The invitation of a link, if it belongs to the contact in the URL. A merged contact resolves to its winner, over any
-- number of merges.
create function private.client_invitation_of_link(contact uuid, hash text) returns uuid
language sql stable security definer set search_path = '' as $$
  with recursive winners as (
    select contact as id
    union
    select c.merged_into_id from winners join public.contacts c on c.id = winners.id where c.merged_into_id is not null
  )
  select i.id from public.client_invitations i join winners on winners.id = i.contact_id
  where i.token_hashes @> array[hash]
$$;

-- Always returns one row. 'gone': the contact is in the bin. 'is_mailed': null for an unknown link. 1.0.0 did not
-- record which links were unmailed, only whether the invitation was ever mailed.
create function read_client_invitation(contact uuid, hash text)
returns table (state text, email text, first_name text, coach text, partner text, has_account boolean, is_mailed boolean)
language sql stable security definer set search_path = '' as $$
  select case when c.deleted_at is not null then 'gone' else public.client_invitation_state(i.status, i.expires_at) end, i.email_norm, c.first_name,
    p.full_name,
    (select o.first_name from public.contacts o where o.household_id = c.household_id and o.id <> c.id and o.household_role = 'partner'
      and o.deleted_at is null and o.client_user_id is not null order by o.created_at limit 1),
    exists (select from auth.users u where u.email = i.email_norm and u.deleted_at is null and u.email_confirmed_at is not null),
    hash <> all (case when i.sent_at is null then i.token_hashes else i.unmailed_hashes end)
  from (select) nothing
  left join public.client_invitations i on i.id = private.client_invitation_of_link(read_client_invitation.contact, hash)
  left join public.contacts c on c.id = i.contact_id
  left join public.staff_profiles p on p.user_id = c.owner_id
$$;

-- Records that a person opened the page. Called by a script of the page, because mail scanners load the page without
-- running scripts.
create function open_client_invitation(contact uuid, hash text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.client_invitations i set status = 'opened', opened_at = now()
  where i.id = private.client_invitation_of_link(contact, hash) and i.status in ('draft', 'sent') and i.expires_at > now()
$$;

-- Locks the invitation, which serializes parallel acceptances.
create function lock_client_invitation(contact uuid, hash text) returns table (state text, email text, full_name text, is_mailed boolean)
language plpgsql volatile security definer set search_path = '' as $$
declare
  invitation public.client_invitations;
begin
  select i.* into invitation from public.client_invitations i
  where i.id = private.client_invitation_of_link(lock_client_invitation.contact, hash) for update;
  return query select case when c.deleted_at is not null then 'gone' else public.client_invitation_state(invitation.status, invitation.expires_at) end,
    invitation.email_norm, c.full_name,
    hash <> all (case when invitation.sent_at is null then invitation.token_hashes else invitation.unmailed_hashes end)
  from (select) nothing left join public.contacts c on c.id = invitation.contact_id;
end
$$;

-- Links the account and grants the client role, once.
create function accept_client_invitation(contact uuid, hash text, member uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  invitation public.client_invitations;
  person public.contacts;
begin
  update public.client_invitations i set status = 'accepted', accepted_at = now(), accepted_user_id = member
  where i.id = private.client_invitation_of_link(contact, hash) and public.client_invitation_state(i.status, i.expires_at) in ('draft', 'sent', 'opened')
  returning i.* into invitation;
  if invitation.id is null then raise sqlstate 'PT409' using message = 'invitation_not_open'; end if;
  select c.* into person from public.contacts c where c.id = invitation.contact_id and c.deleted_at is null for update;
  if person.id is null then raise sqlstate 'PT409' using message = 'invitation_not_open'; end if;
  if person.client_user_id <> member then raise sqlstate 'PT409' using message = 'client_has_account'; end if;
  if exists (select from public.contacts c where c.client_user_id = member and c.id <> person.id) then
    raise sqlstate 'PT409' using message = 'account_of_another_client';
  end if;
  update public.contacts c set client_user_id = member where c.id = person.id;
  update public.contact_points p set verified_at = coalesce(p.verified_at, now())
  where p.contact_id = person.id and p.kind = 'email' and p.value_norm = invitation.email_norm;
  insert into public.user_roles (user_id, role) values (member, 'client') on conflict (user_id, role) do update set is_active = true;
  insert into public.activities (type, actor_kind, actor_id, contact_id, related_type, related_id, title_cache, is_demo)
  values ('client.accepted', 'contact', null, person.id, 'client_invitation', invitation.id, invitation.email_norm, person.is_demo);
  insert into public.notifications (user_id, type, title, message, severity, related_entity_type, related_entity_id)
  select u.user_id, 'client.accepted', left('נכנסו לאזור האישי: ' || person.full_name, 200), '', 'low', 'contact', person.id
  from public.notice_recipients(person.owner_id) u (user_id);
end
$$;

-- Notifies the coach that a new link is needed: at most once a day, from the page of an expired link.
create function request_client_invitation(contact uuid, hash text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  invitation public.client_invitations;
begin
  update public.client_invitations i set requested_at = now()
  where i.id = private.client_invitation_of_link(contact, hash) and public.client_invitation_state(i.status, i.expires_at) = 'expired'
    and (i.requested_at is null or i.requested_at < now() - interval '1 day')
  returning i.* into invitation;
  if invitation.id is null then return; end if;
  insert into public.notifications (user_id, type, title, message, severity, related_entity_type, related_entity_id)
  select u.user_id, 'client.link_requested', left('בקשה לקישור חדש: ' || c.full_name, 200), 'ההזמנה לאזור האישי פגה', 'high', 'contact', c.id
  from public.contacts c, public.notice_recipients(c.owner_id) u (user_id) where c.id = invitation.contact_id;
end
$$;

grant execute on function read_client_invitation(uuid, text), open_client_invitation(uuid, text), lock_client_invitation(uuid, text),
  accept_client_invitation(uuid, text, uuid), request_client_invitation(uuid, text) to supabase_auth_admin;
